import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '../api/platform/database/database.ts';
import { startRun } from '../api/testing/inventory.ts';
import { ask, freshWords, operation } from './graphql.ts';
import type { Cell, Table } from './table.ts';
import { terms } from './vocabulary.ts';
import { addDays, utcToday } from '#common/days.ts';

const weeks = 100_000;
const resorts = 500;

/** Seconds for which searches are measured without a sync. */
const quietSeconds = 5;

const search = `query Search($text: String) {
  resorts(query: $text, sort: HIGHEST_RATED, first: 12) {
    totalCount { value isCapped }
    edges { node { id name location rating reviewCount availableRentals priceMin { formatted } priceMax { formatted } } } } }`;

/** Syncs 100,000 new weeks, then the same weeks again, while searching. */
export async function measureInventory(origin: string, databaseUrl: string): Promise<Table> {
  const database = openDatabase(databaseUrl);
  const feed = await startFeed();
  try {
    const providerId = await fillProvider(database, feed);
    const quiet = await searchesWhile(origin, sleep(quietSeconds * 1_000));
    const results: Cell[][] = [];
    for (const name of ['100,000 new weeks', 'the same again']) {
      const began = performance.now();
      const running = syncToEnd(database, providerId);
      const busy = await searchesWhile(origin, running);
      const { created, unchanged } = await running;
      const seconds = (performance.now() - began) / 1_000;
      results.push([name, seconds, created, unchanged, busy.p50, busy.p95, busy.p50 / quiet.p50]);
    }
    return {
      title: 'Syncs of 100,000 weeks, and a search at a time meanwhile (milliseconds)',
      columns: ['', 'seconds', 'created', 'unchanged', 'search p50', 'p95', 'times quiet p50'],
      rows: results,
    };
  } finally {
    feed.close();
    await database.close();
  }
}

async function startFeed(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    Readable.from(rows()).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const day = (ahead: number): string => addDays(utcToday(), ahead);

function* rows(): Generator<string> {
  let block = '[';
  for (let index = 0; index < weeks; index += 1) {
    const from = 30 + (index % 300);
    block += `${index === 0 ? '' : ','}${JSON.stringify({
      externalId: `bench-${index}`,
      resortId: `R-${index % resorts}`,
      title: `A week of the bench, number ${index}`,
      description: 'Two rooms, a kitchen and a balcony that looks over the water.',
      pricePerNight: 80 + (index % 400),
      currency: 'USD',
      availableFrom: day(from),
      availableTo: day(from + 7),
      maxGuests: 2 + (index % 6),
      bedrooms: index % 4,
      unitType: 'Apartment',
      view: 'Water',
    })}`;
    if (block.length > 60_000) {
      yield block;
      block = '';
    }
  }
  yield `${block}]`;
}

async function fillProvider({ prisma, pool }: Database, feed: Server): Promise<string> {
  const { port } = feed.address() as AddressInfo;
  const { id } = await prisma.inventoryProvider.create({
    data: {
      name: `Bench ${randomUUID()}`,
      kind: 'json_feed',
      address: `http://127.0.0.1:${port}/weeks.json`,
    },
  });
  await pool.query(
    `INSERT INTO inventory_resorts (id, provider_id, external_id, name, resort_id)
     SELECT gen_random_uuid(), $1, 'R-' || (row_number() OVER () - 1), name, id
     FROM (SELECT id, name FROM resorts ORDER BY md5(id::text) LIMIT $2) AS chosen`,
    [id, resorts],
  );
  return id;
}

async function syncToEnd(
  database: Database,
  providerId: string,
): Promise<{ created: number; unchanged: number }> {
  const { id } = await startRun(
    { database },
    { providerId, purpose: 'sync', filters: {}, actor: null },
  );
  for (;;) {
    await sleep(50);
    const run = await database.prisma.inventorySync.findUniqueOrThrow({ where: { id } });
    if (run.status === 'completed' && run.imported === weeks) {
      return run;
    }
    if (run.finishedAt) {
      throw new Error(`the sync ${run.status}: ${run.message}, ${run.imported} imported`);
    }
  }
}

/** Latencies in milliseconds of searches made one after the other until a promise settles. */
async function searchesWhile(
  origin: string,
  something: Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  something.then(end, end);
  const times: number[] = [];
  while (!isOver) {
    const request = operation(search, { text: terms.many + freshWords() });
    const started = performance.now();
    await ask(origin, request);
    times.push(performance.now() - started);
    await sleep(20);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
