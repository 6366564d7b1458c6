import {
  bringIn,
  firstMet,
  keepErrors,
  type PlacedWeek,
  type RowError,
  countVanished,
  withdrawVanished,
} from '../weeks/bringIn.ts';
import { plainText, quoted } from '../weeks/plainText.ts';
import { keepPreviewRows, mostPreviewRows } from './previewRows.ts';
import { createMetResorts, keepResorts } from '../matching/proposals.ts';
import { openResortMatcher, type Match } from '../matching/resortMatching.ts';
import type { RunningSync } from './runSync.ts';
import { bringInBatches } from './batches.ts';
import { requireClaim, type Counts, type Ending } from './runState.ts';
import { ProviderError, type OfferedRow } from '#api/context/sources.ts';
import { parseFilters, type SyncFilters } from '../weeks/syncFilters.ts';
import { judgeWeek, type JudgedWeek } from '../weeks/weekInput.ts';
import { sqlStateOf } from '#api/platform/database/violations.ts';
import { plural } from '#common/numbers.ts';

export const batchSize = 1_000;

const lookedAtOnce = 2_000;

/** The most rows with errors. A run with more fails, since its feed or mapping must be wrong. */
const mostErrors = 100_000;

interface JudgedRow {
  number: number;
  externalId: string | undefined;
  placed: PlacedWeek | undefined;
  problem: string;
}

/**
 * Imports a provider's weeks, one batch per transaction: committed batches stay even if the run
 * fails. Weeks gone from the feed are withdrawn only if the whole feed was read.
 * @throws {ProviderError | StoppedError | LostRunError}
 */
export async function syncWeeks(running: RunningSync): Promise<Ending> {
  const { deps, claimed, provider, counts } = running;
  const isSync = claimed.run.purpose === 'sync';
  const filters = parseFilters(claimed.run.filters);
  const matcher = await openResortMatcher(deps, provider.id);
  const met = createMetResorts();
  /** Rows without a readable id. Such a row may belong to any listing of the provider. */
  let nameless = 0;
  const isAll = await bringInBatches(running, {
    rows: deps.sources.weeks(provider, running.signal),
    size: running.batchSize,
    limit: filters.limit,
    take(row) {
      const judged = judgeRow(row, filters, (week) => {
        const match = matcher.match(week.resort);
        met.add(week.resort, match);
        return match;
      });
      nameless += judged && judged.externalId === undefined ? 1 : 0;
      return judged;
    },
    write: (rows) => writeBatch(running, rows),
    check() {
      if (counts.failed > mostErrors) {
        throw new ProviderError(
          `More than ${mostErrors.toLocaleString('en-US')} rows of ${provider.name} can't be brought in; is its mapping right?`,
        );
      }
    },
  }).catch(async (error: unknown) => {
    if (isSync) {
      await keepMet(false).catch(() => undefined);
    }
    throw error;
  });
  const isUnfiltered = Object.keys(filters).length === 0;
  const isComplete = isAll && isUnfiltered && nameless === 0;
  if (isSync) {
    await keepMet(isAll && isUnfiltered);
  }
  if (isUnfiltered && isSync && counts.imported === 0) {
    const none =
      counts.read === 0
        ? `${provider.name} sent no weeks`
        : `${counts.read === 1 ? 'The one week' : `None of the ${plural(counts.read, 'week')}`} of ${provider.name} can${counts.read === 1 ? 'not' : ''} be brought in`;
    throw new ProviderError(`${none}, so nothing was withdrawn`);
  }
  if (isComplete && counts.imported > 0) {
    await withdraw(running, isSync);
  }
  return {
    status: 'completed',
    isComplete,
    message:
      isAll && isUnfiltered && nameless > 0
        ? `Nothing was withdrawn: ${rowsOf(nameless)} no listing id, so what is gone can't be told`
        : null,
  };

  async function keepMet(isComplete: boolean): Promise<void> {
    await deps.database.prisma.$transaction(async (transaction) => {
      await requireClaim(transaction, claimed);
      await keepResorts(transaction, provider.id, met.rows(), isComplete);
    });
  }
}

const rowsOf = (count: number): string => `${plural(count, 'row')} ${count === 1 ? 'has' : 'have'}`;

function judgeRow(
  row: OfferedRow,
  filters: SyncFilters,
  matchOf: (week: JudgedWeek) => Match,
): JudgedRow | undefined {
  const { number } = row;
  if ('problem' in row) {
    if (narrows(filters)) {
      return undefined;
    }
    return { number, externalId: undefined, placed: undefined, problem: row.problem };
  }
  const judged = judgeWeek(row.week);
  const match = matchOf(judged);
  if (!fits(judged, match, filters)) {
    return undefined;
  }
  const { externalId, week } = judged;
  const problems = [...judged.problems];
  if ('problem' in match && judged.resort.externalId + judged.resort.name !== '') {
    problems.push(match.problem);
  }
  const placed =
    week && 'resortId' in match ? { number, resortId: match.resortId, week } : undefined;
  return { number, externalId, placed, problem: problems.join('. ') };
}

const hasPrices = ({ priceMin, priceMax }: SyncFilters): boolean =>
  priceMin !== undefined || priceMax !== undefined;

const narrows = (filters: SyncFilters): boolean =>
  hasPrices(filters) || filters.destination !== undefined;

function fits(judged: JudgedWeek, match: Match, filters: SyncFilters): boolean {
  const { pricePerNightCents: cents, resort } = judged;
  if (hasPrices(filters)) {
    const dollars = cents === undefined ? Number.NaN : cents / 100;
    if (!(dollars >= (filters.priceMin ?? 0) && dollars <= (filters.priceMax ?? Infinity))) {
      return false;
    }
  }
  const wanted = plainText(filters.destination ?? '');
  if (wanted === '') {
    return true;
  }
  const known = 'resortId' in match ? match.text : '';
  const offered = plainText(`${resort.name} / ${resort.location}`);
  return offered.includes(wanted) || known.includes(wanted);
}

const writeBatch = (
  { deps, claimed, provider, counts }: RunningSync,
  rows: JudgedRow[],
): Promise<Pick<Counts, 'created' | 'updated' | 'unchanged' | 'failed'>> =>
  withRetry(() =>
    deps.database.prisma.$transaction(async (transaction) => {
      const { run } = claimed;
      await requireClaim(transaction, claimed);
      const named = rows.flatMap(({ number, externalId }) =>
        externalId === undefined ? [] : [{ number, externalId }],
      );
      const first =
        named.length > 0 ? await firstMet(transaction, run.id, named) : new Set<number>();
      const errors: RowError[] = [];
      const weeks: PlacedWeek[] = [];
      for (const { number, externalId, placed, problem } of rows) {
        if (externalId !== undefined && !first.has(number)) {
          errors.push({ number, listingId: externalId, error: duplicate(externalId) });
        } else if (placed) {
          weeks.push(placed);
        } else {
          errors.push({ number, listingId: externalId ?? `row ${number}`, error: problem });
        }
      }
      const done = await bringIn(transaction, provider.id, weeks, run.purpose === 'sync');
      const all = [...errors, ...done.errors];
      await keepErrors(transaction, run.id, all);
      const room = Math.max(0, mostPreviewRows - counts.imported);
      await keepPreviewRows(transaction, run.id, done.changes.slice(0, room));
      return { ...done, failed: all.length };
    }),
  );

const duplicate = (externalId: string): string =>
  `The listing id ${quoted(externalId)} came before in this feed; its first row counts`;

async function withdraw(running: RunningSync, isSync: boolean): Promise<void> {
  const { deps, claimed, provider, counts, signal } = running;
  const { run } = claimed;
  if (!isSync) {
    counts.withdrawn = await countVanished(deps.database.prisma, provider.id, run.id);
    return;
  }
  let after: string | null = '';
  while (after !== null) {
    signal.throwIfAborted();
    const from: string = after;
    const { count, last } = await withRetry(() =>
      deps.database.prisma.$transaction(async (transaction) => {
        await requireClaim(transaction, claimed);
        return withdrawVanished(transaction, provider.id, run.id, from, lookedAtOnce);
      }),
    );
    counts.withdrawn += count;
    after = last;
  }
}

/** SQLSTATE of a deadlock and of a serialization failure. */
const unlucky: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!unlucky.has(sqlStateOf(error)) || tries === 3) {
        throw error;
      }
    }
  }
}
