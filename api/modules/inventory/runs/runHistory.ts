import type { Deps } from '#api/context/context.ts';
import {
  Prisma,
  type InventorySync,
  type InventorySyncError,
} from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { requireFound } from '#api/platform/errors.ts';
import { rowsOfIds } from '#api/platform/input/globalId.ts';
import { readText } from '#api/modules/search/resortText.ts';
import { ofProvider } from '../matching/resortProposals.ts';
import type { SyncFilters } from '../weeks/syncFilters.ts';

/** A preview or sync. schema.prisma explains the counts. */
export type InventoryRun = Omit<InventorySync, 'filters' | 'actorId' | 'claim'> & {
  filters: SyncFilters;
  actorName: string | null;
};

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

export const runOf = (json: InventoryRun): InventoryRun => ({
  ...json,
  timestamp: new Date(json.timestamp),
  startedAt: json.startedAt && new Date(json.startedAt),
  finishedAt: json.finishedAt && new Date(json.finishedAt),
});

export const readRuns = ({ database }: Pick<Deps, 'database'>, ids: readonly string[]) =>
  rowsOfIds(ids, async (known) => {
    const rows = await database.read<{ run: InventoryRun }>(Prisma.sql`
      SELECT ${runJson} AS run FROM inventory_syncs AS run WHERE id = ANY(${known}::uuid[])`);
    return rows.map(({ run }) => runOf(run));
  });

/** @throws {NotFoundError} */
export async function runOfId(deps: Pick<Deps, 'database'>, id: string): Promise<InventoryRun> {
  const [run] = await readRuns(deps, [id]);
  requireFound(run, 'There is no such run');
  return run;
}

const newestRuns = keyset('INVENTORY_RUNS', 'desc', { timestamp: 'timestamptz', id: 'uuid' });

/** @param providerId plain; null for all providers */
export async function listSyncs(
  { database }: Pick<Deps, 'database'>,
  providerId: string | null,
  page: PageRequest,
): Promise<Page<InventoryRun>> {
  const { beyond, orderBy, take } = newestRuns.sql(page);
  const rows = await database.read<{ run: InventoryRun }>(Prisma.sql`
    SELECT ${runJson} AS run
    FROM (SELECT * FROM inventory_syncs
          WHERE purpose = 'sync' AND ${ofProvider(providerId)} AND ${beyond}
          ORDER BY ${orderBy} LIMIT ${take}) AS run
    ORDER BY ${orderBy}`);
  return newestRuns.pageOf(
    page,
    rows.map(({ run }) => runOf(run)),
  );
}

export type InventoryProblem = Pick<InventorySyncError, 'number' | 'listingId' | 'error'>;

/** @throws {InvalidInputError} naming search, after or before */
export async function listProblems(
  deps: Pick<Deps, 'database'>,
  runId: string,
  search: string | null | undefined,
  page: PageRequest,
): Promise<Page<InventoryProblem> & { count: CappedCount }> {
  const text = readText(search, 'search');
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return numberedPage(deps, page, {
    order: 'INVENTORY_PROBLEMS',
    columns: Prisma.sql`number, listing_id AS "listingId", error`,
    table: Prisma.sql`inventory_sync_errors`,
    fits: Prisma.sql`
      sync_id = ${runId}::uuid
      ${text === '' ? Prisma.empty : Prisma.sql`AND (listing_id ILIKE ${pattern} OR error ILIKE ${pattern})`}`,
  });
}

/** A page of rows of a run in the order of their numbers, with the count of all rows that fit. */
export async function numberedPage<Row extends { number: number }>(
  { database }: Pick<Deps, 'database'>,
  page: PageRequest,
  wanted: { order: string; columns: Prisma.Sql; table: Prisma.Sql; fits: Prisma.Sql },
): Promise<Page<Row> & { count: CappedCount }> {
  const { order, columns, table, fits } = wanted;
  const byNumber = keyset(order, 'asc', { number: 'integer' });
  const { beyond, orderBy, take } = byNumber.sql(page);
  const [found] = await database.read<{ rows: Row[]; count: number }>(Prisma.sql`
    SELECT
      (SELECT coalesce(json_agg(shown ORDER BY ${orderBy}), '[]')
       FROM (SELECT ${columns} FROM ${table} WHERE ${fits} AND ${beyond}
             ORDER BY ${orderBy} LIMIT ${take}) AS shown) AS rows,
      (SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${fits}
                                  LIMIT ${countCap + 1}) AS counted) AS count`);
  return { ...byNumber.pageOf(page, found?.rows ?? []), count: capped(found?.count ?? 0) };
}
