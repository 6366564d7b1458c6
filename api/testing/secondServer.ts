import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { makeStep } from './makeStep.ts';
import type { Answer, Order } from './secondProcess.ts';
import { startTestServer } from './testServer.ts';

// Serves on the database and the storage of a test, in a process of its own. Arguments: the database
// URL, the folder of the storage, and the time. Prints its address when it is ready. Each message
// sets the clock, may ask for a step, and is answered.
const [databaseUrl = '', folder = '', instant = ''] = process.argv.slice(2);
let now = new Date(instant);
const server = await startTestServer({
  database: { url: databaseUrl },
  storage: await openDiskStorage(folder),
  clock: () => now,
  fees: true,
});

async function obey({ at, step }: Order): Promise<Answer> {
  now = new Date(at);
  try {
    if (step) await makeStep(server.deps, step);
    return { error: null };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.once('SIGTERM', () => {
  void server.close().finally(() => process.exit());
});
process.stdout.write(`${server.url} is ready\n`);
