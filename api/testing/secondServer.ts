import { keepSaleDeadlines } from '../modules/sales/moves/saleDeadlines.ts';
import { createLog } from '../platform/process/log.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { haltAtStatement } from './haltAtStatement.ts';
import { makeStep } from './makeStep.ts';
import type { Answer, Order, SecondStep } from './secondProcess.ts';
import { startTestServer } from './testServer.ts';

// Serves on the database and the storage of a test, in a process of its own. Arguments: the database
// URL, the folder of the storage, the time, and the URL of the escrow partner, if it is no sandbox.
// Prints its address when it is ready, and errors later. Each message sets the clock, may ask for a
// step or a halt, and is answered.
const [databaseUrl = '', folder = '', instant = '', escrowUrl] = process.argv.slice(2);
let now = new Date(instant);
const server = await startTestServer({
  database: { url: databaseUrl },
  storage: await openDiskStorage(folder),
  clock: () => now,
  fees: true,
  log: createLog('error'),
  ...(escrowUrl !== undefined && { escrowUrl }),
});

function make(step: SecondStep): Promise<unknown> {
  switch (step.do) {
    case 'runJobs':
      return server.runJobs();
    case 'keepSaleDeadlines':
      return keepSaleDeadlines(server.deps);
    default:
      return makeStep(server.deps, step);
  }
}

async function obey({ at, step, halt }: Order): Promise<Answer> {
  now = new Date(at);
  try {
    if (halt) haltAtStatement(halt.statement, halt.side);
    if (step) await make(step);
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
