import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/**
 * Threads that hash with argon2 and yield the processor to all others: a flood of sign-ins delays
 * sign-ins, and not the reads of everybody else.
 */
export interface HashingThreads {
  hash(password: string, options: Options): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

type Work = ['hashSync', string, Options] | ['verifySync', string, string];

type Answer = { result: unknown } | { error: unknown };

/** Nice value (setpriority(2)): the lowest. Beside reads that fill all cores, a sign-in takes 50 ms. */
const priority = 19;

// Text, as tests run from TypeScript, which a thread can't load. Only on Linux has a thread a
// priority of its own.
const program = `
const { setPriority } = require('node:os');
const { parentPort, workerData } = require('node:worker_threads');
const argon2 = require(workerData.argon2);
if (process.platform === 'linux') setPriority(workerData.priority);
parentPort.on('message', ([name, ...given]) => {
  try {
    parentPort.postMessage({ result: argon2[name](...given) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});`;

const workerData = {
  priority,
  argon2: createRequire(import.meta.url).resolve('@node-rs/argon2'),
};

/** Threads start when they are needed; callers limit how many work at a time. */
export function createHashingThreads(): HashingThreads {
  const idle: Worker[] = [];
  const run = async (work: Work): Promise<unknown> => {
    const thread = idle.pop() ?? new Worker(program, { eval: true, workerData });
    thread.ref();
    thread.postMessage(work);
    // Rejects if the thread ends with an error; another one is started for the next call.
    const [answer] = (await once(thread, 'message')) as [Answer];
    thread.unref();
    idle.push(thread);
    if ('error' in answer) {
      throw answer.error;
    }
    return answer.result;
  };
  return {
    hash: async (...given) => (await run(['hashSync', ...given])) as string,
    verify: async (...given) => (await run(['verifySync', ...given])) as boolean,
  };
}
