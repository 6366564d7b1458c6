import type { InventorySync, Prisma } from '#api/generated/prisma/client.ts';
import type { InventoryRunPurpose } from '#api/generated/prisma/enums.ts';
import { ConflictError, NotFoundError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { SyncFilters } from '../weeks/syncFilters.ts';

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
  if (!provider) {
    throw new NotFoundError('There is no such provider');
  }
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
  if (!run) {
    throw new NotFoundError('There is no such run');
  }
  return { run, isNew: asked > 0 };
}
