import type { Deps } from '../../../context/context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { NotFoundError, RateLimitedError } from '../../../platform/errors.ts';
import type { ActiveSession } from '../../../platform/sessions.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { readRun, type InventoryRun } from './runHistory.ts';
import { watchRun } from './runs.ts';

type WatchDeps = Pick<Deps, 'database' | 'inventoryRuns'>;

/** The most runs one person can watch at once. */
const mostAtOnce = 6;

/** Milliseconds after which a subscription ends and must be renewed. */
const longest = 30 * 60_000;

/** Milliseconds between checks that the session is still an administrator's. */
const lookEvery = 5_000;

/** How many runs each person watches, by plain user id. */
const watching = new Map<string, number>();

/** For tests: how many runs are being watched. */
export const watchers = (): number => [...watching.values()].reduce((sum, many) => sum + many, 0);

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
  const { id: adminId } = requireAdmin(session?.viewer ?? null);
  const storedId = session?.storedId ?? '';
  if (!(await readRun(deps, id))) {
    throw new NotFoundError('There is no such run');
  }
  const already = watching.get(adminId) ?? 0;
  if (already >= mostAtOnce) {
    throw new RateLimitedError(
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
      // Abort first: a pending `next` would otherwise wait for the next change.
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
    // The client is gone or the run was deleted: end without an error.
    if (!signal.aborted && !(error instanceof NotFoundError)) {
      throw error;
    }
  } finally {
    free();
  }
}

/** Whether the session is valid and an administrator's now. */
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
