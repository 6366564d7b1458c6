import type { Deps } from '../../../context/context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { ConflictError, NotFoundError, UnavailableError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/sessions.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { previewProvider, syncProvider } from './adminRuns.ts';
import type { InventoryProblem, InventoryRun } from './runHistory.ts';
import { awaitRun } from './runs.ts';

type PlainDeps = Pick<Deps, 'database' | 'inventoryRuns'>;

/** What could not be brought in, as SPEC section 3 names it. */
export type PlainError = Pick<InventoryProblem, 'listingId' | 'error'>;

/** What a preview or sync that is over has found. */
export interface PlainOutcome {
  provider: string;
  total: number;
  imported: number;
  errors: PlainError[];
}

/** More errors than these are only in the CSV file of the run. */
const errorsOfOutcome = 1_000;

/** Names of the providers that can be synced, in the order of the alphabet. */
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
 * A preview or sync, once it is over.
 * @param name of the provider; capitals don't matter
 * @param input destination, priceMin, priceMax, limit
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError}
 * @throws {NotFoundError} for an unknown provider
 * @throws {ConflictError} when a sync of it is under way, it is disabled, or the run is cancelled
 * @throws {UnavailableError} when the provider fails, with what is wrong
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
  if (!provider) {
    throw new NotFoundError('There is no such provider');
  }
  const begin = purpose === 'preview' ? previewProvider : syncProvider;
  const { id } = await begin(deps, viewer, { ...input, providerId: provider.id });
  const run = await awaitRun(deps, id, closed);
  if (run.status === 'cancelled') {
    throw new ConflictError([{ field: 'run', message: `The ${purpose} was cancelled` }]);
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

/** A sync that is over. */
export type PlainSync = Pick<InventoryRun, 'provider' | 'timestamp' | 'imported' | 'total'> & {
  errors: PlainError[];
};

/** The latest 50 syncs that are over, the newest first, each with its first 100 errors. */
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
