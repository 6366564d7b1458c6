import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startChild, type Child } from '#api/testing/childProcess.ts';
import { some } from '#api/testing/depth.ts';
import { createResort } from '#api/testing/factories.ts';
import { createProvider, offeredWeek, startRun } from '#api/testing/inventory.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

/** Weeks in the feed, and per transaction; in every other round the ids begin at `shift`. */
const count = 300;
const batchSize = 100;
const shift = 200;

let server: TestServer;
let feed: Server;
let worker: Child | undefined;
let providerId = '';
let round = 0;
/** Rows after which the provider pauses until this is raised. */
let pauseAfter = Infinity;
let sent = 0;

beforeAll(async () => {
  server = await startTestServer();
  feed = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    // The reader is killed, which breaks the connection.
    pipeline(Readable.from(weeks()), response).catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  await createResort(server, { name: 'Harbour House' });
  const address = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/weeks.json`;
  providerId = (await createProvider(server, { name: 'Sandbox Weeks', address })).id;
});

async function* weeks(): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) {
    while (index >= pauseAfter) {
      await sleep(10);
    }
    const week = offeredWeek((round % 2) * shift + index, { pricePerNight: 100 + round });
    yield `${index === 0 ? '[' : ','}${JSON.stringify(week)}`;
    sent = index + 1;
  }
  yield ']';
}

afterAll(async () => {
  await worker?.end();
  feed.closeAllConnections();
  feed.close();
  await server.close();
});

/** Starts a separate worker process; resolves once it is running. */
async function startWorker(): Promise<Child> {
  const child = startChild([
    ...briefly,
    programFile('jobWorker'),
    server.databaseUrl,
    String(batchSize),
  ]);
  await child.printed('at work');
  return child;
}

async function number(sql: string): Promise<number> {
  const { rows } = await server.pool.query<{ n: number }>(`SELECT (${sql})::int AS n`);
  return rows[0]?.n ?? 0;
}

/** How many active listings have the price of this round's feed. */
const asNow = () =>
  number(
    `SELECT count(*) FROM listings WHERE is_active AND price_per_night_cents = ${100 + round}00`,
  );

const withdrawn = () =>
  number(
    `SELECT count(*) FROM listings WHERE NOT is_active AND price_per_night_cents = ${99 + round}00`,
  );

const isRunning = async () =>
  (await number(`SELECT count(*) FROM inventory_syncs WHERE status = 'running'`)) > 0;

const waiting = `WHERE application_name = 'tideweek' AND datname = current_database()
  AND wait_event_type = 'Lock'`;

/** Whether a connection of the worker waits for a lock that the test holds. */
const waits = async () => (await number(`SELECT count(*) FROM pg_stat_activity ${waiting}`)) > 0;

interface Moment {
  pauseAfter?: number;
  /** A table to lock, so that a transaction stops in the middle. */
  locks?: string;
  /** Whether the run is blocked before it is marked as completed. */
  holdsEnd?: boolean;
  isTime: () => Promise<boolean> | boolean;
}

const moments: [string, Moment][] = [
  ['when it begins', { pauseAfter: 0, isTime: isRunning }],
  ['before the first rows are written', { pauseAfter: 40, isTime: () => sent === 40 }],
  ['in the middle of its first transaction', { locks: 'listings', isTime: waits }],
  ['in a transaction that has written listings', { locks: 'resorts', isTime: waits }],
  ['after its first transaction', { pauseAfter: 199, isTime: async () => (await asNow()) >= 100 }],
  [
    'between the third and the end',
    { pauseAfter: 299, isTime: async () => (await asNow()) >= 200 },
  ],
  ['before it withdraws', { locks: 'inventory_resorts', isTime: waits }],
  ['while it withdraws', { locks: 'listing_events', isTime: waits }],
  [
    'when it has withdrawn',
    { holdsEnd: true, isTime: async () => (await withdrawn()) > 0 && (await waits()) },
  ],
];

const isConsistent = async () => {
  expect(
    await number(`SELECT count(*) FROM resorts WHERE available_rentals <> (
      SELECT count(*) FROM listings WHERE resort_id = resorts.id AND is_active
        AND contract_verification_status = 'verified')`),
  ).toBe(0);
  // A withdrawal and its event are written in one transaction.
  expect(
    await number(`SELECT count(*) FROM listings WHERE NOT is_active AND NOT EXISTS (
      SELECT FROM listing_events WHERE listing_id = listings.id AND kind = 'withdrawn')`),
  ).toBe(0);
};

it('a run whose worker is killed on the way is completed by the next worker', async () => {
  worker = await startWorker();
  await server.pool.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
    CREATE TRIGGER end_waits_for_test BEFORE UPDATE ON inventory_syncs FOR EACH ROW
      WHEN (NEW.status = 'completed') EXECUTE FUNCTION wait_for_test()`);
  for (const [name, moment] of some(moments, 2)) {
    const { pauseAfter: pause = Infinity, locks, holdsEnd, isTime } = moment;
    round += 1;
    sent = 0;
    pauseAfter = pause;
    const locker = await server.pool.connect();
    await locker.query('BEGIN');
    if (locks !== undefined) {
      await locker.query(`LOCK TABLE ${locks} IN SHARE MODE`);
    }
    if (holdsEnd) {
      await locker.query('SELECT pg_advisory_xact_lock(1)');
    }
    const { id } = await startRun(server.deps, {
      providerId,
      purpose: 'sync',
      filters: {},
      actor: null,
    });
    await expect.poll(isTime, { interval: 20 }).toBe(true);
    await worker.end();
    // A database session that waits for a lock does not notice that its client is gone.
    await server.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity ${waiting}`);
    await expect.poll(waits, { interval: 20 }).toBe(false);
    await locker.query('ROLLBACK');
    locker.release();
    const run = () => server.prisma.inventorySync.findUniqueOrThrow({ where: { id } });
    // Otherwise the kill came too late, and this would prove nothing.
    expect([name, (await run()).status]).toEqual([name, 'running']);
    await isConsistent();
    expect([name, await asNow()]).toEqual([
      name,
      await number('SELECT count(*) FROM inventory_seen_weeks'),
    ]);

    pauseAfter = Infinity;
    worker = await startWorker();
    await expect.poll(async () => (await run()).finishedAt).not.toBeNull();
    expect([name, await run()]).toMatchObject([
      name,
      { status: 'completed', read: count, total: count, imported: count, failed: 0, message: null },
    ]);
    await isConsistent();
    expect([name, await asNow()]).toEqual([name, count]);
    expect(await number('SELECT count(*) FROM listings WHERE is_active')).toBe(count);
    expect(await number('SELECT count(*) FROM inventory_seen_weeks')).toBe(0);
  }

  // The next run finds nothing to change.
  const { id } = await startRun(server.deps, {
    providerId,
    purpose: 'sync',
    filters: {},
    actor: null,
  });
  const run = () => server.prisma.inventorySync.findUniqueOrThrow({ where: { id } });
  await expect.poll(async () => (await run()).finishedAt).not.toBeNull();
  expect(await run()).toMatchObject({ unchanged: count, created: 0, updated: 0, withdrawn: 0 });
});
