import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answer, Order } from './calendars/calendarThread.ts';
import type { CalendarEntry } from './calendars/readCalendar.ts';
import { ProviderError } from '#api/context/sources.ts';
import { errorCode } from '#api/platform/outgoing/failureWords.ts';

/** Bytes. A calendar is held in memory; two years of stays take a tenth of this. */
export const largestCalendar = 2_000_000;

interface ThreadLimits {
  /**
   * Microseconds of processor time of the whole process during the reading: Node.js 20 does not
   * measure threads. The largest calendar takes a few seconds; the rest is for other work.
   */
  processor: number;
  /** Megabytes of heap. */
  memory: number;
}

const threadLimits: ThreadLimits = { processor: 60_000_000, memory: 256 };

const lookEvery = 250;

export interface CalendarOptions {
  /** Time zone of the resort, in which times in UTC are counted as nights. */
  timeZone?: string | undefined;
  signal?: AbortSignal | undefined;
  limits?: Partial<ThreadLimits>;
}

/**
 * Reads the stays of a calendar in a thread, so that no calendar can block this process. A thread
 * over its limits is ended.
 * @param today YYYY-MM-DD; past stays are left out
 * @throws {ProviderError} if it is not a calendar, is incomplete or exceeds the limits; the
 *   signal's reason if the signal aborts
 */
export async function calendarNights(
  name: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  today: string,
  { timeZone, signal, limits: changed }: CalendarOptions = {},
): Promise<CalendarEntry[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(piece);
  }
  const limits = { ...threadLimits, ...changed };
  const order = { bytes: Buffer.concat(pieces), today, timeZone };
  const answer = await askThread(takeThread(limits), order, limits, name, signal);
  if ('failure' in answer) {
    throw new ProviderError(
      answer.failure.startsWith('is ')
        ? `What ${name} sent ${answer.failure}`
        : `${name} ${answer.failure}`,
    );
  }
  return answer.entries;
}

/** Idle threads, reused by later readings. There are as many threads as concurrent readings. */
const idle: Worker[] = [];

function takeThread({ memory }: ThreadLimits): Worker {
  const thread = memory === threadLimits.memory ? idle.pop() : undefined;
  thread?.ref();
  return thread ?? new Worker(program, { eval: true, workerData, ...memoryLimits(memory) });
}

const memoryLimits = (memory: number) => ({
  resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
});

// The build bundles the thread. Tests and `npm run dev` run TypeScript, for which a thread of
// Node.js 20 needs its own loader.
const isSource = import.meta.url.endsWith('.ts');
const file = isSource ? './calendars/calendarThread.ts' : './calendarThread.js';
const workerData = new URL(file, import.meta.url).href;
const load = `import(require('node:worker_threads').workerData)`;
const program = isSource
  ? `void import('tsx/esm/api').then(({ register }) => { register(); return ${load}; });`
  : `void ${load};`;

async function askThread(
  thread: Worker,
  order: Order,
  { processor, memory }: ThreadLimits,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const over = new AbortController();
  const stop = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > processor) {
      over.abort(new ProviderError(`The calendar of ${name} takes too long to read`));
    }
  }, lookEvery);
  try {
    stop.throwIfAborted();
    thread.postMessage(order);
    const ended = once(thread, 'exit', { signal: stop }).then(() => {
      throw new Error('A thread that read a calendar ended');
    });
    const answered = once(thread, 'message', { signal: stop }) as Promise<[Answer]>;
    const [answer] = await Promise.race([answered, ended]);
    if (memory === threadLimits.memory) {
      thread.unref();
      idle.push(thread);
    } else {
      void thread.terminate();
    }
    return answer;
  } catch (error) {
    void thread.terminate();
    stop.throwIfAborted();
    throw errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new ProviderError(`The calendar of ${name} takes too much memory`)
      : error;
  } finally {
    clearInterval(timer);
    // Removes the listeners of this reading.
    over.abort();
  }
}
