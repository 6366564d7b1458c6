import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  Prisma,
  type InventorySync,
  type InventorySyncError,
} from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { readText } from '#api/modules/search/resortText.ts';
import type { SyncFilters } from '../weeks/syncFilters.ts';

/** A preview or sync. schema.prisma explains the counts. */
export type InventoryRun = Omit<InventorySync, 'filters' | 'actorId' | 'claim'> & {
  filters: SyncFilters;
  /** Username; null for a scheduled run, or if the account is gone. */
  actorName: string | null;
};

/** A row `run` of inventory_syncs as JSON, for `runOf`. */
export const runJson = Prisma.sql`
  json_build_object(
    'id', run.id, 'provider', run.provider, 'providerId', run.provider_id, 'purpose', run.purpose,
    'status', run.status, 'filters', run.filters, 'read', run.read, 'total', run.total,
    'imported', run.imported, 'created', run.created, 'updated', run.updated,
    'unchanged', run.unchanged, 'withdrawn', run.withdrawn, 'failed', run.failed,
    'isComplete', run.is_complete, 'message', run.message,
    'actorName', (SELECT username FROM users WHERE users.id = run.actor_id),
    'isCancelRequested', run.is_cancel_requested, 'timestamp', run.timestamp,
    'startedAt', run.started_at, 'finishedAt', run.finished_at)`;

/** A run that was read as JSON, where instants are texts. */
export const runOf = (json: InventoryRun): InventoryRun => ({
  ...json,
  timestamp: new Date(json.timestamp),
  startedAt: json.startedAt && new Date(json.startedAt),
  finishedAt: json.finishedAt && new Date(json.finishedAt),
});

export async function readRuns(
  { database }: Pick<Deps, 'database'>,
  ids: readonly string[],
): Promise<(InventoryRun | null)[]> {
  const asked = ids.filter((id) => z.uuid().safeParse(id).success);
  const rows = await database.read<{ run: InventoryRun }>(Prisma.sql`
    SELECT ${runJson} AS run FROM inventory_syncs AS run WHERE id = ANY(${asked}::uuid[])`);
  const found = new Map(rows.map(({ run }) => [run.id, runOf(run)]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
}

export async function readRun(
  deps: Pick<Deps, 'database'>,
  id: string,
): Promise<InventoryRun | null> {
  const [run] = await readRuns(deps, [id]);
  return run ?? null;
}

/** @throws {NotFoundError} */
export async function runOfId(deps: Pick<Deps, 'database'>, id: string): Promise<InventoryRun> {
  const run = await readRun(deps, id);
  if (!run) {
    throw new NotFoundError('There is no such run');
  }
  return run;
}

const runOrder = 'INVENTORY_RUNS';

const runCheck: z.ZodType<CursorValue[]> = z.tuple([
  // PostgreSQL has no year 0.
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

/**
 * A page of the syncs, newest first.
 * @param providerId plain; null for all providers
 * @throws {InvalidInputError} naming after or before
 */
export async function listSyncs(
  { database }: Pick<Deps, 'database'>,
  providerId: string | null,
  page: PageRequest,
): Promise<Page<InventoryRun>> {
  const forward = page.direction === 'forward';
  const conditions = [Prisma.sql`purpose = 'sync'`];
  if (providerId !== null) {
    conditions.push(
      z.uuid().safeParse(providerId).success
        ? Prisma.sql`provider_id = ${providerId}::uuid`
        : Prisma.sql`FALSE`,
    );
  }
  if (page.from !== undefined) {
    const [at, id] = decodeCursor(runOrder, page.from, forward ? 'after' : 'before', runCheck);
    conditions.push(
      Prisma.sql`(timestamp, id) ${Prisma.raw(forward ? '<' : '>')}
                 (${String(at)}::timestamptz, ${String(id)}::uuid)`,
    );
  }
  const direction = Prisma.raw(forward ? 'DESC' : 'ASC');
  const rows = await database.read<{ run: InventoryRun }>(Prisma.sql`
    SELECT ${runJson} AS run
    FROM (SELECT * FROM inventory_syncs WHERE ${Prisma.join(conditions, ' AND ')}
          ORDER BY timestamp ${direction}, id ${direction} LIMIT ${page.size + 1}) AS run
    ORDER BY timestamp ${direction}, id ${direction}`);
  return pageOf(
    page,
    rows.map(({ run }) => runOf(run)),
    ({ timestamp, id }) => encodeCursor(runOrder, [timestamp.toISOString(), id]),
  );
}

export type InventoryProblem = Pick<InventorySyncError, 'number' | 'listingId' | 'error'>;

const problemOrder = 'INVENTORY_PROBLEMS';

const problemCheck: z.ZodType<CursorValue[]> = z.tuple([
  z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
]);

/**
 * A page of the rows that a run could not import, by row number.
 * @param search only rows with this text in the id or message
 * @throws {InvalidInputError} naming search, after or before
 */
export async function listProblems(
  { database }: Pick<Deps, 'database'>,
  runId: string,
  search: string | null | undefined,
  page: PageRequest,
): Promise<Page<InventoryProblem> & { count: CappedCount }> {
  const forward = page.direction === 'forward';
  const text = readText(search, 'search');
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const fits = Prisma.sql`
    sync_id = ${runId}::uuid
    ${text === '' ? Prisma.empty : Prisma.sql`AND (listing_id ILIKE ${pattern} OR error ILIKE ${pattern})`}`;
  let beyond = Prisma.empty;
  if (page.from !== undefined) {
    const [number] = decodeCursor(
      problemOrder,
      page.from,
      forward ? 'after' : 'before',
      problemCheck,
    );
    beyond = Prisma.sql`AND number ${Prisma.raw(forward ? '>' : '<')} ${Number(number)}::int`;
  }
  const direction = Prisma.raw(forward ? 'ASC' : 'DESC');
  const [found] = await database.read<{ rows: InventoryProblem[]; count: number }>(Prisma.sql`
    SELECT
      (SELECT coalesce(json_agg(problem ORDER BY number ${direction}), '[]')
       FROM (SELECT number, listing_id AS "listingId", error FROM inventory_sync_errors
             WHERE ${fits} ${beyond}
             ORDER BY number ${direction} LIMIT ${page.size + 1}) AS problem) AS rows,
      (SELECT count(*)::int FROM (SELECT FROM inventory_sync_errors WHERE ${fits}
                                  LIMIT ${countCap + 1}) AS counted) AS count`);
  return {
    ...pageOf(page, found?.rows ?? [], ({ number }) => encodeCursor(problemOrder, [number])),
    count: capped(found?.count ?? 0),
  };
}
