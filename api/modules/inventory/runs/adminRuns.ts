import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { InventoryRunPurpose, InventorySync, Prisma } from '#api/generated/prisma/client.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit, type AuditAction } from '#api/modules/audit/audit.ts';
import { parseFilters, type SyncFilters } from '../weeks/syncFilters.ts';
import { runOfId, type InventoryRun } from './runHistory.ts';
import { ConflictError, requireFound } from '#api/platform/errors.ts';

type RunDeps = Pick<Deps, 'database'>;

// SPEC section 5.
const noProvider = 'Please select a provider first';

const target = z.object({
  providerId: z.string({ error: noProvider }).trim().min(1, noProvider),
});

/**
 * Starts a preview or sync of a provider's feed.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another sync is under way, or the provider is disabled
 */
export async function startRun(
  deps: RunDeps,
  viewer: Viewer | null,
  purpose: InventoryRunPurpose,
  input: unknown,
): Promise<InventoryRun> {
  const actor = requireAdmin(viewer);
  const { providerId } = parseInput(target, input);
  const filters = parseFilters(input);
  const { id } = await deps.database.prisma.$transaction(async (transaction) => {
    const run = await addRun(transaction, {
      providerId: idToFind(providerId),
      purpose,
      filters,
      actor,
    });
    if (purpose === 'sync') {
      await audit(transaction, actor, 'inventory.sync', run, filters);
    }
    return run;
  });
  return runOfId(deps, id);
}

const cancelInput = z.object({ runId: z.string({ error: 'The run is required' }) });

/**
 * Cancels a run: it stops within about a second.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 */
export async function cancelRun(
  deps: RunDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<InventoryRun> {
  const admin = requireAdmin(viewer);
  const { runId } = parseInput(cancelInput, input);
  await deps.database.prisma.$transaction(async (transaction) => {
    const { run, isNew } = await askToStop(transaction, idToFind(runId));
    if (isNew && run.purpose === 'sync') {
      await audit(transaction, admin, 'inventory.cancel', run);
    }
  });
  return runOfId(deps, runId);
}

const audit = (
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  action: AuditAction,
  run: InventorySync,
  filters?: object,
): Promise<void> =>
  recordAudit(transaction, admin, action, run.id, {
    after: { provider: run.provider, ...(filters && { filters }) },
  });

export interface RunRequest {
  providerId: string;
  purpose: InventoryRunPurpose;
  filters: SyncFilters;
  actor: Pick<Viewer, 'id'> | null;
}

/** Attempts per job; a killed process uses one up. */
const attempts = 3;

/** Number of job queues shared by runs: one of the four workers always stays free for mail. */
const lanes = { sync: 2, preview: 1 };

/**
 * Adds a run of a provider. Its job starts only if the transaction commits.
 * @throws {NotFoundError} for an unknown provider
 * @throws {ConflictError} naming provider; for a sync, if another sync is under way or the
 *   provider is disabled
 */
export async function addRun(
  transaction: Prisma.TransactionClient,
  { providerId, purpose, filters, actor }: RunRequest,
): Promise<InventorySync> {
  // Lock: disabling or deleting the provider waits.
  const [provider] = await transaction.$queryRaw<{ name: string; isEnabled: boolean }[]>`
      SELECT name::text, is_enabled AS "isEnabled" FROM inventory_providers
      WHERE id = ${providerId}::uuid FOR SHARE`;
  requireFound(provider, 'There is no such provider');
  if (purpose === 'sync' && !provider.isEnabled) {
    throw conflict(`${provider.name} is turned off`);
  }
  const [row] = await transaction.$queryRaw<{ id: string }[]>`
      INSERT INTO inventory_syncs (id, provider_id, provider, purpose, filters, actor_id)
      VALUES (gen_random_uuid(), ${providerId}::uuid, ${provider.name},
              ${purpose}::"InventoryRunPurpose", ${JSON.stringify(filters)}::jsonb,
              ${actor?.id ?? null}::uuid)
      ON CONFLICT (provider_id) WHERE purpose = 'sync' AND status IN ('waiting', 'running')
      DO NOTHING
      RETURNING id`;
  if (!row) {
    throw conflict(`A sync of ${provider.name} is under way already`);
  }
  await transaction.$executeRaw`
      SELECT graphile_worker.add_job(
        'inventory_run', payload => json_build_object('id', ${row.id}::text),
        job_key => 'inventory_run:' || ${row.id}::text, max_attempts => ${attempts}::int,
        queue_name => 'inventory ' || ${purpose}::text || ' '
          || abs(hashtext(${providerId}) % ${lanes[purpose]}::int))`;
  return transaction.inventorySync.findUniqueOrThrow({ where: { id: row.id } });
}

const conflict = (message: string): ConflictError => new ConflictError('provider', message);

/**
 * Requests a run to stop. A waiting run is cancelled at once; a running run stops within about a
 * second and keeps imported weeks. A finished run stays as it is.
 * @returns the run, and whether this is the first request to stop it
 * @throws {NotFoundError} for an unknown run
 */
export async function askToStop(
  transaction: Prisma.TransactionClient,
  runId: string,
): Promise<{ run: InventorySync; isNew: boolean }> {
  const asked = await transaction.$executeRaw`
    UPDATE inventory_syncs
    SET is_cancel_requested = true,
        status = CASE status WHEN 'waiting' THEN 'cancelled' ELSE status END,
        finished_at = CASE status WHEN 'waiting' THEN now() END
    WHERE id = ${runId}::uuid AND status IN ('waiting', 'running') AND NOT is_cancel_requested`;
  const run = await transaction.inventorySync.findUnique({ where: { id: runId } });
  requireFound(run, 'There is no such run');
  return { run, isNew: asked > 0 };
}
