import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, UnavailableError, requireFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { startRun } from './adminRuns.ts';
import { type InventoryProblem, type InventoryRun, runOfId } from './runHistory.ts';
import { awaitRun } from './watchRun.ts';
import { csvLines, defused } from '#api/platform/files/csv.ts';

type PlainDeps = Pick<Deps, 'database' | 'inventoryRuns'>;

export interface PlainOutcome extends Pick<InventoryRun, 'provider' | 'total' | 'imported'> {
  errors: Pick<InventoryProblem, 'listingId' | 'error'>[];
}

/** The most errors in a response; the CSV file of the run has all. */
const errorsOfOutcome = 1_000;

export async function providerNames(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
): Promise<string[]> {
  requireAdmin(viewer);
  const providers = await database.prisma.inventoryProvider.findMany({
    where: { isEnabled: true },
    orderBy: { name: 'asc' },
    select: { name: true },
  });
  return providers.map(({ name }) => name);
}

/**
 * Runs a preview or sync and waits until it finishes.
 * @param name of the provider; case doesn't matter
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError}
 * @throws {NotFoundError} for an unknown provider
 * @throws {ConflictError} if a sync is under way, the provider is disabled, or the run is cancelled
 * @throws {UnavailableError} if the run fails, with the reason
 */
export async function runToItsEnd(
  deps: PlainDeps,
  viewer: Viewer | null,
  { purpose, name, input }: { purpose: 'preview' | 'sync'; name: string; input: object },
  closed: AbortSignal,
): Promise<PlainOutcome> {
  requireAdmin(viewer);
  const provider = await deps.database.prisma.inventoryProvider.findUnique({
    where: { name: name.replaceAll('\u0000', '') },
    select: { id: true },
  });
  requireFound(provider, 'There is no such provider');
  const { id } = await startRun(deps, viewer, purpose, { ...input, providerId: provider.id });
  const run = await awaitRun(deps, id, closed);
  if (run.status === 'cancelled') {
    throw new ConflictError('run', `The ${purpose} was cancelled`);
  }
  if (run.status === 'failed') {
    throw new UnavailableError(run.message ?? `The ${purpose} failed`, 60);
  }
  const errors = await deps.database.prisma.inventorySyncError.findMany({
    where: { syncId: id },
    orderBy: { number: 'asc' },
    take: errorsOfOutcome,
    select: { listingId: true, error: true },
  });
  return { provider: run.provider, total: run.total, imported: run.imported, errors };
}

export type PlainSync = PlainOutcome & Pick<InventoryRun, 'timestamp'>;

/** The latest 50 finished syncs, newest first, each with its first 100 errors. */
export async function syncHistory(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
): Promise<PlainSync[]> {
  requireAdmin(viewer);
  return database.read<PlainSync>(Prisma.sql`
    SELECT provider, timestamp, imported, total,
           (SELECT coalesce(json_agg(json_build_object('listingId', listing_id, 'error', error)
                                     ORDER BY number), '[]')
            FROM (SELECT * FROM inventory_sync_errors WHERE sync_id = run.id
                  ORDER BY number LIMIT 100) AS problem) AS errors
    FROM inventory_syncs AS run
    WHERE purpose = 'sync' AND finished_at IS NOT NULL
    ORDER BY timestamp DESC, id DESC LIMIT 50`);
}

const atOnce = 1_000;

/**
 * Streams the errors of a run as a CSV file (RFC 4180).
 * @param id plain
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 */
export async function exportErrors(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  id: string,
): Promise<AsyncGenerator<string, void>> {
  requireAdmin(viewer);
  await runOfId(deps, id);
  return pieces(deps, id);
}

async function* pieces(
  { database }: Pick<Deps, 'database'>,
  id: string,
): AsyncGenerator<string, void> {
  yield 'row,listingId,error\r\n';
  let last = 0;
  for (;;) {
    const problems = await database.read<InventoryProblem>(Prisma.sql`
      SELECT number, listing_id AS "listingId", error FROM inventory_sync_errors
      WHERE sync_id = ${id}::uuid AND number > ${last} ORDER BY number LIMIT ${atOnce}`);
    const end = problems.at(-1);
    if (!end) {
      return;
    }
    last = end.number;
    const lines = problems.map(({ number, listingId, error }) => [
      String(number),
      defused(listingId),
      defused(error),
    ]);
    yield csvLines(lines);
  }
}
