import type { Deps } from '#api/context/context.ts';
import { looks } from '#api/platform/database/announcements.ts';
import type { ActiveSession } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { watch } from '#api/modules/access/watching.ts';
import { runOfId, type InventoryRun } from './runHistory.ts';

type WatchDeps = Pick<Deps, 'database' | 'inventoryRuns'>;

/**
 * Yields a run now and after each change, until it finishes, the session is no longer an
 * administrator's, the client disconnects, or half an hour has passed.
 * @param id plain
 * @param closed aborts when the client disconnects
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {RateLimitedError} if this person watches too many runs
 */
export async function watchAsAdmin(
  deps: WatchDeps & Pick<Deps, 'apiTokens'>,
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
    moments: (signal) => watchRun(deps, id, signal),
  });
}

/** Milliseconds after which a run is read again without a notification. */
const lookEvery = 2_000;

/**
 * Yields a run now and after each change, until it finishes. Changes faster than the reader are
 * combined.
 * @throws {NotFoundError} if the run does not exist, or was deleted
 * @throws {AbortError} if the signal aborts
 */
export async function* watchRun(
  deps: WatchDeps,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<InventoryRun, void, undefined> {
  let last: string | undefined;
  for await (const _look of looks(deps.inventoryRuns, id, signal, lookEvery)) {
    const run = await runOfId(deps, id);
    const now = JSON.stringify(run);
    if (now !== last) {
      last = now;
      yield run;
    }
    if (run.status !== 'waiting' && run.status !== 'running') {
      return;
    }
  }
}

/**
 * Resolves to the run once it has finished, with whatever status.
 * @throws {NotFoundError | AbortError} as watchRun
 */
export async function awaitRun(
  deps: WatchDeps,
  id: string,
  signal: AbortSignal,
): Promise<InventoryRun> {
  let run = await runOfId(deps, id);
  for await (run of watchRun(deps, id, signal));
  return run;
}
