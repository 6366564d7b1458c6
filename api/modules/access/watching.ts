import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { changesOf } from '#api/platform/database/announcements.ts';
import { NotFoundError, RateLimitedError } from '#api/platform/errors.ts';
import type { ActiveToken } from '#api/platform/sessions/apiTokens.ts';
import type { ActiveSession, Viewer } from '#api/platform/sessions/sessions.ts';
import { requireSignIn } from './signedIn.ts';

type WatchDeps = Pick<Deps, 'database' | 'apiTokens'>;

/** Milliseconds after which a subscription ends and must be renewed. */
const longest = 30 * 60_000;

const lookEvery = 5_000;

interface Watch<Moment> {
  /** The watched rows in the plural, such as `bookings`; each kind has its own limit. */
  kind: string;
  mostAtOnce: number;
  isForAdmins: boolean;
  /**
   * Values to pass on. The subscription ends when this iterator returns, throws a NotFoundError, or
   * the signal aborts.
   */
  moments: (signal: AbortSignal) => AsyncIterable<Moment>;
}

export type Credential = ActiveSession | ActiveToken;

const accountOf = (credential: Credential): Viewer =>
  'account' in credential ? credential.account : credential.viewer;

const watching = new Map<string, number>();

export const watchers = (): number => [...watching.values()].reduce((sum, many) => sum + many, 0);

/**
 * Passes on the values of a subscription until they end, the session or token ends, the client
 * disconnects, or half an hour has passed.
 * @param closed aborts when the client disconnects
 * @throws {SignInRequiredError}
 * @throws {RateLimitedError} if this person watches too many of the kind
 */
export function watch<Moment>(
  deps: WatchDeps,
  credential: Credential | null,
  closed: AbortSignal,
  { kind, mostAtOnce, isForAdmins, moments }: Watch<Moment>,
): AsyncIterableIterator<Moment> {
  requireSignIn(credential);
  const key = `${kind} ${accountOf(credential).id}`;
  const already = watching.get(key) ?? 0;
  if (already >= mostAtOnce) {
    throw new RateLimitedError(
      `You watch ${mostAtOnce} ${kind} already. Close a window that shows one`,
      10,
    );
  }
  watching.set(key, already + 1);
  const over = new AbortController();
  const end = () => over.abort();
  const signal = AbortSignal.any([over.signal, closed, AbortSignal.timeout(longest)]);
  const lasts = () =>
    'account' in credential
      ? deps.apiTokens.lasts(credential.id)
      : sessionLasts(deps, credential.storedId, isForAdmins);
  const timer = setInterval(() => void lasts().then((still) => still || end(), end), lookEvery);
  signal.addEventListener('abort', free, { once: true });
  let isFree = false;
  function free(): void {
    if (!isFree) {
      isFree = true;
      clearInterval(timer);
      const others = (watching.get(key) ?? 1) - 1;
      if (others > 0) {
        watching.set(key, others);
      } else {
        watching.delete(key);
      }
    }
  }
  const passed = pass(moments(signal), signal, lasts, free);
  const watched: AsyncIterableIterator<Moment> = {
    next: () => passed.next(),
    return() {
      // Abort first: a pending `next` would otherwise wait for the next change.
      end();
      return passed.return(undefined);
    },
    [Symbol.asyncIterator]: () => watched,
  };
  return watched;
}

async function* pass<Moment>(
  moments: AsyncIterable<Moment>,
  signal: AbortSignal,
  lasts: () => Promise<boolean>,
  free: () => void,
): AsyncGenerator<Moment, undefined, undefined> {
  try {
    for await (const moment of moments) {
      if (!(await lasts())) {
        return;
      }
      yield moment;
    }
  } catch (error) {
    // The client is gone or the row was deleted: end without an error.
    if (!signal.aborted && !(error instanceof NotFoundError)) {
      throw error;
    }
  } finally {
    free();
  }
}

async function sessionLasts(
  { database }: WatchDeps,
  storedId: string,
  isForAdmins: boolean,
): Promise<boolean> {
  const rows = await database.read(Prisma.sql`
    SELECT FROM sessions JOIN users ON users.id = user_id
    WHERE sessions.id = ${storedId} AND expires_at > now() AND (role = 'admin' OR NOT ${isForAdmins})
      AND closed_at IS NULL`);
  return rows.length > 0;
}

interface WatchedSubject {
  kind: 'bookings' | 'sales';
  id: string;
  /** What changes, and the parts of the viewer in it. */
  read: (viewer: Viewer | null) => Promise<{ parts: readonly string[] }>;
}

/**
 * Yields the id of a booking or sale now and after each change. Ends with the session, when the client
 * disconnects, or after half an hour.
 * @throws {SignInRequiredError} and what `read` throws
 * @throws {RateLimitedError} if this person watches too many of the kind
 */
export async function watchSubject(
  deps: WatchDeps & Pick<Deps, 'subjectChanges'>,
  credential: Credential | null,
  closed: AbortSignal,
  { kind, id, read }: WatchedSubject,
): Promise<AsyncIterableIterator<string>> {
  const viewer = credential && accountOf(credential);
  const { parts } = await read(viewer);
  return watch(deps, credential, closed, {
    kind,
    mostAtOnce: 6,
    isForAdmins: parts.every((part) => part === 'team'),
    moments: (signal) => changesOf(deps.subjectChanges, id, signal, () => read(viewer)),
  });
}
