import { memoryOf } from '../api/testing/uploadCrowd.ts';
import { ask, operation } from './graphql.ts';
import type { Program } from './processes.ts';

export interface StrangersSoFar {
  queries: number;
  memory: number;
  /** Average bytes per response. */
  answer: number;
  seconds: number;
}

/** Heap limit of the server in megabytes. */
export const heapOfStrangers = 500;

const queries = 10_000;
const atOnce = 8;

/** Sends 10,000 different queries, with responses of about 100 kB. */
export async function measureStrangers(server: Program): Promise<StrangersSoFar[]> {
  const rows: StrangersSoFar[] = [];
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
      rows.push({
        queries: done,
        memory: memoryOf(server.pid).now,
        answer: bytes / done,
        seconds: (performance.now() - started) / 1000,
      });
    }
  }
  return rows;
}

const queryOf = (number: number): string => {
  const texts = Array.from({ length: 29 }, (_, index) => `t${number}_${index}: description`);
  return `{ resorts(first: 12) { edges { node { id ${texts.join(' ')} } } } }`;
};
