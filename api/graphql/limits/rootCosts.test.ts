import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getOperationAST, isInputObjectType, parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import { createClient } from '../../testing/client.ts';
import { globalId } from '../../testing/factories.ts';
import { filterValues, publicFields, publicReads } from '../../testing/publicReads.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { createCosts } from './operationCost.ts';
import { rootCosts } from './rootCosts.ts';

/** Microseconds by which the time of the same small request differs between rounds. */
const slack = 1_000;

/** Other work on the machine can cost some requests of a series; a wrong price is found by each. */
const rounds = { warm: 6, measured: 11, series: 3 };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

it('knows what every public root field costs, and how to measure each filter', () => {
  const fields = publicFields(schema);
  expect(fields.map(({ name }) => name).filter((name) => !(name in rootCosts))).toEqual([]);
  for (const field of fields) {
    const filter = field.args.find(({ name }) => name === 'filter')?.type;
    expect(isInputObjectType(filter) ? Object.keys(filter.getFields()).sort() : []).toEqual(
      isInputObjectType(filter) ? Object.keys(filterValues[filter.name] ?? {}).sort() : [],
    );
  }
});

it('tells partners what each public root field costs', () => {
  const rows = readFileSync('docs/partners.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name = '', points, condition]) =>
      /^`\w+`$/.test(name) && Number(points) > 0 ? [[name, points, condition]] : [],
    );
  const costs = publicFields(schema).flatMap(({ name }) => {
    const { points = 0, condition = '' } = rootCosts[name] ?? {};
    return points > 0 ? [[`\`${name}\``, String(points), String(condition)]] : [];
  });
  expect(rows).toEqual(costs);
});

it('counts every root field with a text or a filter among the searches', () => {
  const searching = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ args }) => args.some(({ name }) => /^(query|text|search|filter)$/.test(name)))
    .map(({ name }) => name)
    // They read what the searches beside them read, and a log in its own order.
    .filter((name) => !['searchPhrases', 'searchReading', 'auditEntries'].includes(name));
  expect(searching.filter((name) => !rootCosts[name]?.isSearch)).toEqual([]);
});

it.runIf(existsSync('/proc/self/schedstat'))(
  'takes about as much processor time for a point in every public root field, with every filter',
  { timeout: 900_000 },
  async () => {
    const bare = createServer((_request, response) => response.end('{"data":null}'));
    await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
    const { port } = bare.address() as AddressInfo;
    const { graphqlText: askBare } = createClient(`http://127.0.0.1:${port}`);
    const costOf = createCosts(schema);
    const { resort, listing, forSale } = await sampleIds();
    const reads = publicReads(schema, { resort, listing, forSale });
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

async function sampleIds() {
  const resort = await server.prisma.resort.findFirstOrThrow();
  const listing = await server.prisma.listing.findFirstOrThrow({ where: { isActive: true } });
  const forSale = await server.prisma.listing.findFirstOrThrow({ where: { onSale: true } });
  return { resort: globalId('Resort', resort.id), listing: listing.id, forSale: forSale.id };
}

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
