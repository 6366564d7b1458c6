import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getOperationAST, parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#api/schema.ts';
import { createClient } from '#api/testing/client.ts';
import { publicReads, sampleIds } from '#api/testing/publicReads.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createCosts } from './operationCost.ts';

/** Microseconds by which the time of the same small request differs between rounds. */
const slack = 1_000;

/** Other work on the machine can cost some requests of a series; a wrong price is found by each. */
const rounds = { warm: 6, measured: 11, series: 3 };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

it.runIf(existsSync('/proc/self/schedstat'))(
  'takes about as much processor time for a point in every public root field, with every filter',
  { timeout: 900_000 },
  async () => {
    const bare = createServer((_request, response) => response.end('{"data":null}'));
    await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
    const { port } = bare.address() as AddressInfo;
    const { graphqlText: askBare } = createClient(`http://127.0.0.1:${port}`);
    const costOf = createCosts(schema);
    const reads = publicReads(schema, await sampleIds(server));
    const times = new Map<string, number[]>();
    const measure = async (name: string, ask: () => Promise<{ errors: object[] }>) => {
      server.deps.catalogue.forget();
      const backends = await connections();
      const [before, inDatabase] = [process.cpuUsage(), processorTime(backends)];
      const { errors } = await ask();
      const { user, system } = process.cpuUsage(before);
      const time = user + system + processorTime(backends) - inDatabase;
      expect([name, errors]).toEqual([name, []]);
      times.set(name, [...(times.get(name) ?? []), time]);
    };
    const ask = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        // What the client of this test takes is in every time.
        await measure('bare', () => askBare('{ any }'));
        for (const { name, document, variables } of reads) {
          await measure(name, () => server.graphqlText(document, variables));
        }
      }
    };
    const timeOf = (name: string): number => median(times.get(name) ?? []);
    const outliers = () => {
      const perPoint = reads.map(({ name, document, variables }) => {
        const parsed = parse(document);
        const operation = getOperationAST(parsed);
        const points = operation ? costOf(parsed, operation, variables) : Number.NaN;
        return { name, points, time: timeOf(name) - timeOf('bare') };
      });
      const usual = median(perPoint.map(({ points, time }) => time / points));
      return perPoint
        .map((each) => ({ ...each, expected: each.points * usual }))
        .filter(({ time, expected }) => time < expected / 3 - slack || time > expected * 3 + slack);
    };
    await ask(rounds.warm);
    times.clear();
    for (let series = 0; series < rounds.series; series += 1) {
      await ask(rounds.measured);
      if (outliers().length === 0) break;
    }
    bare.close();
    expect(outliers()).toEqual([]);
  },
);

/** The processes of PostgreSQL that serve connections to the database of this test. */
async function connections(): Promise<number[]> {
  const { rows } = await server.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
}

/** Microseconds on a processor, which the kernel counts in nanoseconds. */
const processorTime = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const file = `/proc/${pid}/schedstat`;
    return existsSync(file) ? sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000 : sum;
  }, 0);

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
