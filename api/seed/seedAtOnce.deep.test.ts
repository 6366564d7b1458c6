import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { startChild } from '../testing/childProcess.ts';
import { briefly, programFile } from '../testing/program.ts';
import { createTestDatabase } from '../testing/testDatabase.ts';

it('fills an empty database once if two processes start at once', async () => {
  const workers = [await startSeedWorker(), await startSeedWorker()];
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { url, drop } = await createTestDatabase('blank');
      const answers = await Promise.all(workers.map((worker) => worker.begin(url)));
      expect(answers.toSorted()).toEqual(['false', 'true']);
      await drop();
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

interface SeedWorker {
  /** Seeds a database; resolves to the line that the worker prints. */
  begin(url: string): Promise<string>;
  stop(): Promise<unknown>;
}

async function startSeedWorker(): Promise<SeedWorker> {
  const child = startChild([...briefly, programFile('seedWorker')], { stdin: 'pipe' });
  const { stdin, stdout } = child.process;
  if (!stdin || !stdout) throw new Error('The worker has no pipes');
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    async begin(url) {
      stdin.write(`${url}\n`);
      return String((await lines.next()).value);
    },
    stop() {
      stdin.end();
      return child.ended;
    },
  };
}
