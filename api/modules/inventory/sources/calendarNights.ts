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

/** Milliseconds between checks of the processor time. */
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
  body: AsyncIterable<Uint8Array>,
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

/** Sends an order to a thread, and ends the thread if it does not respond. */
function askThread(
  thread: Worker,
  order: Order,
  { processor, memory }: ThreadLimits,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearInterval(timer);
      signal?.removeEventListener('abort', abort);
      // Removes only these listeners: Node.js keeps listeners of its own on a thread.
      thread.off('message', answered).off('error', failed).off('exit', ended);
    };
    const fail = (error: unknown): void => {
      stop();
      void thread.terminate();
      reject(error instanceof Error ? error : new Error('A thread failed', { cause: error }));
    };
    const abort = (): void => fail(signal?.reason);
    const before = process.cpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system > processor) {
        fail(new ProviderError(`The calendar of ${name} takes too long to read`));
      }
    }, lookEvery);
    const answered = (answer: Answer): void => {
      stop();
      if (memory === threadLimits.memory) {
        thread.unref();
        idle.push(thread);
      } else {
        void thread.terminate();
      }
      resolve(answer);
    };
    const failed = (error: unknown): void => {
      const isLarge = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(isLarge ? new ProviderError(`The calendar of ${name} takes too much memory`) : error);
    };
    const ended = (): void => fail(new Error('A thread that read a calendar ended'));
    thread.on('message', answered).on('error', failed).on('exit', ended);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) {
      abort();
    } else {
      thread.postMessage(order);
    }
  });
}
