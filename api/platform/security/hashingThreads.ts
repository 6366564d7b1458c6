import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

type Work = ['hashSync', string, Options] | ['verifySync', string, string];

type Answer = { result: unknown } | { error: unknown };

/** The lowest priority (setpriority(2)). While reads fill all cores, a sign-in takes 50 ms. */
const priority = 19;

// Source text, because tests run TypeScript, which a thread can't load. Only on Linux does a thread
// have its own priority.
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

/**
 * Threads of low priority: a flood of sign-ins delays sign-ins, but not reads. They start on demand;
 * callers limit how many work at a time.
 */
export function createHashingThreads() {
  const idle: Worker[] = [];
  const run = async (work: Work): Promise<unknown> => {
    const thread = idle.pop() ?? new Worker(program, { eval: true, workerData });
    thread.ref();
    thread.postMessage(work);
    // Rejects if the thread ends with an error; the next call starts another thread.
    const [answer] = (await once(thread, 'message')) as [Answer];
    thread.unref();
    idle.push(thread);
    if ('error' in answer) {
      throw answer.error;
    }
    return answer.result;
  };
  return {
    hash: async (password: string, options: Options) =>
      (await run(['hashSync', password, options])) as string,
    verify: async (passwordHash: string, password: string) =>
      (await run(['verifySync', passwordHash, password])) as boolean,
  };
}
