import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll } from 'vitest';

/**
 * Counts the work of source files: the blocks of code that are executed, as V8 counts them, and the
 * characters that searches by regular expressions skip. Unlike time, it is the same in each run.
 * @param files whose blocks count
 */
export function countWork(files: RegExp): (work: () => unknown) => Promise<number> {
  const session = new Session();
  const exec = Reflect.get(RegExp.prototype, 'exec') as RegExp['exec'];
  let skipped = 0;
  beforeAll(async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    RegExp.prototype.exec = function (text) {
      const from = this.lastIndex;
      const match = exec.call(this, text);
      skipped += this.global ? (match?.index ?? text.length) - from : 0;
      return match;
    };
  });
  afterAll(() => {
    RegExp.prototype.exec = exec;
    session.disconnect();
  });
  return async (work) => {
    await session.post('Profiler.takePreciseCoverage');
    skipped = 0;
    await work();
    const ofSearches = skipped;
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => files.test(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, ofSearches);
  };
}
