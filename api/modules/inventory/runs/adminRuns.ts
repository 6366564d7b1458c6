import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { InventoryRunPurpose, InventorySync, Prisma } from '#api/generated/prisma/client.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit, type AuditAction } from '#api/modules/audit/audit.ts';
import { parseFilters } from '../weeks/syncFilters.ts';
import { addRun, askToStop } from './runs.ts';
import { runOfId, type InventoryRun } from './runHistory.ts';

type RunDeps = Pick<Deps, 'database'>;

// SPEC section 5.
const noProvider = 'Please select a provider first';

const target = z.object({
  providerId: z.string({ error: noProvider }).trim().min(1, noProvider),
});

/**
 * Starts a preview or sync of a provider's feed.
 * @param input providerId (plain), destination, priceMin, priceMax, limit
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
 * @param input runId (plain)
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
  recordAudit(transaction, admin, {
    action,
    subjectType: 'InventoryRun',
    subjectId: run.id,
    after: { provider: run.provider, ...(filters && { filters }) },
  });
