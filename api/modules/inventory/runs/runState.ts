import type { Deps } from '#api/context/context.ts';
import type { InventorySync, Prisma } from '#api/generated/prisma/client.ts';
import type { InventoryRunStatus } from '#api/generated/prisma/enums.ts';

const countNames = [
  ...(['read', 'total', 'imported', 'created'] as const),
  ...(['updated', 'unchanged', 'withdrawn', 'failed'] as const),
];

export type Counts = Record<(typeof countNames)[number], number>;

export const noCounts = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts;

export interface ClaimedRun {
  run: InventorySync;
  claim: string;
}

/** Another worker has claimed this run, or the run has ended: this worker must stop. */
export class LostRunError extends Error {
  constructor() {
    super('This run is done by another worker, or was ended');
  }
}

export class StoppedError extends Error {}

type StateDeps = Pick<Deps, 'database'>;
type Transaction = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/**
 * Claims a waiting or abandoned run and resets it. A worker with an earlier claim can no longer
 * write for the run.
 * @returns undefined if the run is finished or gone
 */
export const claimRun = async (
  { database }: StateDeps,
  runId: string,
): Promise<ClaimedRun | undefined> =>
  database.prisma.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<{ claim: string }[]>`
      UPDATE inventory_syncs
      SET status = 'running', claim = gen_random_uuid(), started_at = coalesce(started_at, now()),
          read = 0, total = 0, imported = 0, created = 0, updated = 0, unchanged = 0, withdrawn = 0,
          failed = 0, is_complete = false, message = NULL
      WHERE id = ${runId}::uuid AND status IN ('waiting', 'running')
      RETURNING claim`;
    if (!row) {
      return undefined;
    }
    await transaction.$executeRaw`
      DELETE FROM inventory_sync_errors WHERE sync_id = ${runId}::uuid`;
    await transaction.$executeRaw`
      DELETE FROM inventory_seen_weeks WHERE run_id = ${runId}::uuid`;
    const run = await transaction.inventorySync.findUniqueOrThrow({ where: { id: runId } });
    return { run, claim: row.claim };
  });

/**
 * Checks that this worker holds the claim and the run may continue. The lock makes ending the run,
 * or disabling its provider, wait until the transaction ends.
 * @throws {LostRunError | StoppedError}
 */
export async function requireClaim(
  transaction: Transaction,
  { run, claim }: ClaimedRun,
): Promise<void> {
  const [row] = await transaction.$queryRaw<{ isCancelled: boolean; isEnabled: boolean }[]>`
    SELECT is_cancel_requested AS "isCancelled", is_enabled AS "isEnabled"
    FROM inventory_syncs AS runs JOIN inventory_providers AS providers
      ON providers.id = runs.provider_id
    WHERE runs.id = ${run.id}::uuid AND claim = ${claim}::uuid AND status = 'running'
    FOR SHARE`;
  if (!row) {
    throw new LostRunError();
  }
  if (row.isCancelled) {
    throw new StoppedError('Cancelled; what was brought in until then stays');
  }
  if (run.purpose === 'sync' && !row.isEnabled) {
    throw new StoppedError(`${run.provider} was turned off meanwhile`);
  }
}

export async function showProgress(
  { database }: StateDeps,
  { run, claim }: ClaimedRun,
  counts: Counts,
): Promise<'goes on' | 'cancelled' | 'lost'> {
  await database.pool.query(
    `UPDATE inventory_syncs SET ${counted}
     WHERE id = $1 AND claim = $2 AND status = 'running' AND read <> $3`,
    [run.id, claim, ...valuesOf(counts)],
  );
  const { rows } = await database.pool.query<{ isCancelled: boolean }>(
    `SELECT is_cancel_requested AS "isCancelled" FROM inventory_syncs
     WHERE id = $1 AND claim = $2 AND status = 'running'`,
    [run.id, claim],
  );
  const [row] = rows;
  return row ? (row.isCancelled ? 'cancelled' : 'goes on') : 'lost';
}

const counted = countNames.map((name, index) => `${name} = $${index + 3}`).join(', ');

const valuesOf = (counts: Counts): number[] => countNames.map((name) => counts[name]);

export interface Ending {
  status: Exclude<InventoryRunStatus, 'waiting' | 'running'>;
  isComplete: boolean;
  message: string | null;
}

export async function endRun(
  { database }: StateDeps,
  { run, claim }: ClaimedRun,
  counts: Counts,
  { status, isComplete, message }: Ending,
): Promise<void> {
  await database.prisma.$transaction(async (transaction) => {
    const ended = await transaction.inventorySync.updateMany({
      where: { id: run.id, claim, status: 'running' },
      data: { ...counts, status, isComplete, message, finishedAt: new Date() },
    });
    if (ended.count > 0) {
      await transaction.$executeRaw`
        DELETE FROM inventory_seen_weeks WHERE run_id = ${run.id}::uuid`;
    }
  });
}
