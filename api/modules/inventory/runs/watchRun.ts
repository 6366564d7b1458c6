import type { Deps } from '../../../context/context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { NotFoundError, TooManyRequestsError } from '../../../platform/errors.ts';
import type { ActiveSession } from '../../../platform/sessions.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { readRun, type InventoryRun } from './runHistory.ts';
import { watchRun } from './runs.ts';

type WatchDeps = Pick<Deps, 'database' | 'inventoryRuns'>;

/** Runs that one person can watch at once: a screen each. */
const mostAtOnce = 6;

/** Milliseconds after which a watcher has to ask anew. */
const longest = 30 * 60_000;

/** Milliseconds between looks whether the session still is an administrator's. */
const lookEvery = 5_000;

/** How many each person watches, by the plain id. */
const watching = new Map<string, number>();

/** For tests: how many runs are being watched. */
export const watchers = (): number => [...watching.values()].reduce((sum, many) => sum + many, 0);

/**
 * A run as it is now and after each of its moves, until it is over, the session is an
 * administrator's no more, the caller is gone, or half an hour has passed.
 * @param id plain
 * @param closed the caller is gone
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {TooManyRequestsError} when this person watches too many
 */
export async function watchAsAdmin(
  deps: WatchDeps,
  session: ActiveSession | null,
  id: string,
  closed: AbortSignal,
): Promise<AsyncIterableIterator<InventoryRun>> {
  const { id: adminId } = requireAdmin(session?.viewer ?? null);
  const storedId = session?.storedId ?? '';
  if (!(await readRun(deps, id))) {
    throw new NotFoundError('There is no such run');
  }
  const already = watching.get(adminId) ?? 0;
  if (already >= mostAtOnce) {
    throw new TooManyRequestsError(
      `You watch ${mostAtOnce} runs already. Close a window that shows one`,
      10,
    );
  }
  watching.set(adminId, already + 1);
  const over = new AbortController();
  const end = () => over.abort();
  const signal = AbortSignal.any([over.signal, closed, AbortSignal.timeout(longest)]);
  const isAdmin = () => isAdminSession(deps, storedId);
  const timer = setInterval(() => void isAdmin().then((still) => still || end(), end), lookEvery);
  signal.addEventListener('abort', free, { once: true });
  let isFree = false;
  function free(): void {
    if (!isFree) {
      isFree = true;
      clearInterval(timer);
      const others = (watching.get(adminId) ?? 1) - 1;
      if (others > 0) {
        watching.set(adminId, others);
      } else {
        watching.delete(adminId);
      }
    }
  }
  const moves = movesOf(deps, id, signal, isAdmin, free);
  const watched: AsyncIterableIterator<InventoryRun> = {
    next: () => moves.next(),
    return() {
      // Whoever waits for the next move would not hear that nobody wants it.
      end();
      return moves.return(undefined);
    },
    [Symbol.asyncIterator]: () => watched,
  };
  return watched;
}

async function* movesOf(
  deps: WatchDeps,
  id: string,
  signal: AbortSignal,
  isAdmin: () => Promise<boolean>,
  free: () => void,
): AsyncGenerator<InventoryRun, undefined, undefined> {
  try {
    for await (const move of watchRun(deps, id, signal)) {
      const run = await readRun(deps, move.id);
      if (!run || !(await isAdmin())) {
        return;
      }
      yield run;
    }
  } catch (error) {
    // Nobody is there any more to hear of it, or the run is deleted: that is its end.
    if (!signal.aborted && !(error instanceof NotFoundError)) {
      throw error;
    }
  } finally {
    free();
  }
}

/** Whether a session is there and an administrator's at this moment. */
async function isAdminSession(
  { database }: Pick<Deps, 'database'>,
  storedId: string,
): Promise<boolean> {
  const rows = await database.read(Prisma.sql`
    SELECT FROM sessions JOIN users ON users.id = user_id
    WHERE sessions.id = ${storedId} AND expires_at > now() AND role = 'admin'
      AND closed_at IS NULL`);
  return rows.length > 0;
}
