import { getOperationAST, parse } from 'graphql';
import pg from 'pg';
import { createCosts } from '../api/graphql/limits/operationCost.ts';
import { schema } from '../api/schema.ts';
import { globalId } from '../api/testing/factories.ts';
import { publicReads } from '../api/testing/publicReads.ts';
import { ask, operation } from './graphql.ts';
import { median, type LoadRequest } from './load.ts';
import { openCpuClock } from './processes.ts';
import { withSampleServers } from './sampleServer.ts';
import type { Table } from './table.ts';

const requests = { warm: 20, measured: 60 };

/**
 * Adds the cookie of a writer whose change the server has not received, so that it bypasses its
 * cache.
 */
const pastMemory = (request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { ...request.headers, cookie: `tideweek-wrote=${'9'.repeat(19)}-1` },
});

/** Processor time of each public root field, with a text, one condition or many. */
export async function measurePoints(port: number): Promise<Table> {
  const measured: { name: string; points: number; server: number; postgres: number }[] = [];
  await withSampleServers(port, [{}], async (server, databaseUrl) => {
    const clock = await openCpuClock(databaseUrl);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const first = async (sql: string): Promise<string> =>
      (await client.query<{ id: string }>(`SELECT id FROM ${sql} LIMIT 1`)).rows[0]?.id ?? '';
    const ids = {
      resort: globalId('Resort', await first('resorts')),
      listing: await first('listings WHERE is_active'),
      forSale: await first('listings WHERE on_sale'),
    };
    const costOf = createCosts(schema);
    const askOften = async (times: number, request: () => Promise<unknown>): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        await request();
      }
    };
    const reads = publicReads(schema, ids).map(({ name, document, variables }) => {
      const parsed = parse(document);
      const node = getOperationAST(parsed);
      return {
        name,
        points: node ? costOf(parsed, node, variables) : 0,
        request: () => ask(server.origin, pastMemory(operation(document, variables))),
      };
    });
    for (const { request } of reads) {
      await askOften(requests.warm, request);
    }
    for (const { name, points, request } of reads) {
      const stop = await clock.start(server);
      await askOften(requests.measured, request);
      const times = await stop();
      const each = 1_000 / requests.measured;
      measured.push({
        name,
        points,
        server: times.server * each,
        postgres: times.postgres * each,
      });
    }
    await client.end();
    await clock.close();
  });
  const perPoint = ({ server, postgres, points }: (typeof measured)[number]): number =>
    (server + postgres) / points;
  const usual = median(measured.map(perPoint));
  return {
    title: 'Public root fields on the sample data, nothing remembered (microseconds of processor)',
    columns: ['', 'points', 'server', 'PostgreSQL', 'for a point, of the median'],
    rows: measured.map((one) => [
      one.name,
      one.points,
      one.server,
      one.postgres,
      perPoint(one) / usual,
    ]),
  };
}
