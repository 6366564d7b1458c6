import { memoryOf } from '../api/testing/uploadCrowd.ts';
import { ask, operation } from './graphql.ts';
import { startServer } from './processes.ts';
import type { Cell, Table } from './table.ts';

/** Heap limit of the server in megabytes. */
const heapOfStrangers = 500;

const queries = 10_000;
const atOnce = 8;

/** Sends different queries to a server with a small heap. */
export async function measureStrangers(databaseUrl: string, port: number): Promise<Table> {
  const heap = [`--max-old-space-size=${heapOfStrangers}`];
  const server = await startServer(databaseUrl, port, heap);
  const rows: Cell[][] = [];
  const started = performance.now();
  let bytes = 0;
  for (let sent = 0; sent < queries; sent += atOnce) {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        ask<object>(server.origin, operation(queryOf(sent + index), {})),
      ),
    );
    bytes += answers.reduce((sum, answer) => sum + JSON.stringify(answer).length, 0);
    const done = sent + atOnce;
    if (done % (queries / 10) === 0) {
      const seconds = (performance.now() - started) / 1000;
      rows.push([done, memoryOf(server.pid).now, bytes / done / 1000, seconds]);
    }
  }
  await server.stop();
  return {
    title: `Different queries of strangers, to a server with a heap of ${heapOfStrangers} MB`,
    columns: ['queries', 'memory MB', 'kB an answer', 'seconds'],
    rows,
  };
}

const queryOf = (number: number): string => {
  const texts = Array.from({ length: 29 }, (_, index) => `t${number}_${index}: description`);
  return `{ resorts(first: 12) { edges { node { id ${texts.join(' ')} } } } }`;
};
