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

/** Processor time of one public root field, with a text, one condition or many. */
export interface MeasuredPoints {
  name: string;
  points: number;
  /** Microseconds of processor for each request. */
  server: number;
  postgres: number;
  /** CPU time of server and database per point, relative to the median over all fields. */
  relative: number;
}

const requests = { warm: 20, measured: 60 };

/**
 * Adds the cookie of a writer whose change the server has not received, so that it bypasses its
 * cache.
 */
const pastMemory = (request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { ...request.headers, cookie: `tideweek-wrote=${'9'.repeat(19)}-1` },
});

/** Measures each read without a cache. */
export async function measurePoints(port: number): Promise<MeasuredPoints[]> {
  const rows: Omit<MeasuredPoints, 'relative'>[] = [];
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
      rows.push({ name, points, server: times.server * each, postgres: times.postgres * each });
    }
    await client.end();
    await clock.close();
  });
  const perPoint = ({ server, postgres, points }: (typeof rows)[number]): number =>
    (server + postgres) / points;
  const usual = median(rows.map(perPoint));
  return rows.map((row) => ({ ...row, relative: perPoint(row) / usual }));
}
