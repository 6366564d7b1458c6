import type { Deps } from '#api/context/context.ts';
import type { ActiveSession } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { watch } from '#api/modules/access/watching.ts';
import { readRun, runOfId, type InventoryRun } from './runHistory.ts';
import { watchRun } from './runs.ts';

type WatchDeps = Pick<Deps, 'apiTokens' | 'database' | 'inventoryRuns'>;

/**
 * Yields a run now and after each change, until it finishes, the session is no longer an
 * administrator's, the client disconnects, or half an hour has passed.
 * @param id plain
 * @param closed aborts when the client disconnects
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {RateLimitedError} if this person watches too many runs
 */
export async function watchAsAdmin(
  deps: WatchDeps,
  session: ActiveSession | null,
  id: string,
  closed: AbortSignal,
): Promise<AsyncIterableIterator<InventoryRun>> {
  requireAdmin(session?.viewer ?? null);
  await runOfId(deps, id);
  return watch(deps, session, closed, {
    kind: 'runs',
    mostAtOnce: 6,
    isForAdmins: true,
    moments: (signal) => momentsOf(deps, id, signal),
  });
}

async function* momentsOf(
  deps: WatchDeps,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<InventoryRun, undefined, undefined> {
  for await (const move of watchRun(deps, id, signal)) {
    const run = await readRun(deps, move.id);
    if (!run) {
      return;
    }
    yield run;
  }
}
