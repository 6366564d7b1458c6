import type { Deps } from '#api/context/context.ts';
import { looks } from '#api/platform/database/announcements.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { ActiveSession, Viewer } from '#api/platform/sessions/sessions.ts';
import { watch } from '../access/watching.ts';
import { mayRead } from './threads.ts';

type WatchDeps = Pick<Deps, 'apiTokens' | 'database' | 'messageThreads'>;

/** The most messages per update; the rest follows in the next update. */
const mostAtOnce = 50;

export interface ThreadMoment {
  threadId: string;
  /** Plain ids of messages that the watcher does not have yet, in order. */
  messageIds: string[];
}

/**
 * Yields an update now and after each change of a thread: new messages, read marks, and whether
 * contact details are visible. Ends with the session, when the client disconnects, or after half an
 * hour.
 * @param id plain
 * @param after the number of the watcher's last message
 * @throws {SignInRequiredError | NotFoundError}
 * @throws {RateLimitedError} if this person watches too many threads
 */
export async function watchThread(
  deps: WatchDeps,
  session: ActiveSession | null,
  id: string,
  after: number,
  closed: AbortSignal,
): Promise<AsyncIterableIterator<ThreadMoment>> {
  const viewer = session?.viewer ?? null;
  await readThread(deps, viewer, id);
  return watch(deps, session, closed, {
    kind: 'conversations',
    mostAtOnce: 6,
    isForAdmins: false,
    moments: (signal) => momentsOf(deps, viewer, id, after, signal),
  });
}

async function* momentsOf(
  deps: WatchDeps,
  viewer: Viewer | null,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ThreadMoment, undefined, undefined> {
  let last: string | undefined;
  let number = after;
  for await (const _look of looks(deps.messageThreads, id, signal)) {
    let isMore: boolean;
    do {
      const thread = await readThread(deps, viewer, id);
      const messages =
        thread.lastNumber > number
          ? await deps.database.prisma.message.findMany({
              where: { threadId: id, number: { gt: number } },
              orderBy: { number: 'asc' },
              take: mostAtOnce,
              select: { id: true, number: true },
            })
          : [];
      number = messages.at(-1)?.number ?? number;
      const now = JSON.stringify(thread);
      if (now !== last || messages.length > 0) {
        last = now;
        yield { threadId: id, messageIds: messages.map((message) => message.id) };
      }
      isMore = messages.length === mostAtOnce;
    } while (isMore);
  }
}

async function readThread({ database }: WatchDeps, viewer: Viewer | null, id: string) {
  const thread = await database.prisma.messageThread.findUnique({
    where: { id: idToFind(id) },
    omit: { mailOwnerAt: true, mailTravelerAt: true },
    include: { _count: { select: { messages: { where: { hiddenAt: { not: null } } } } } },
  });
  if (!thread || !mayRead(viewer, thread)) {
    throw new NotFoundError('There is no such conversation');
  }
  return thread;
}
