import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Prisma } from '#api/generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { longestTurn, mostShared, shareConnections } from './sharedConnections.ts';

let own: TestDatabase;
/** For what happens beside the shared connections. */
let others: pg.Pool;
let locking: pg.PoolClient | undefined;
let pool: pg.Pool;
let send: ReturnType<typeof shareConnections>;

beforeAll(async () => {
  own = await createTestDatabase('blank');
  others = new pg.Pool({ connectionString: own.url, max: 2 });
  await others.query('CREATE TABLE locked ()');
});

afterAll(async () => {
  await others.end();
  await own.drop();
});

beforeEach(() => {
  // No turn takes long unless a test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pool = new pg.Pool({ connectionString: own.url, max: mostShared.connections, pipeline: true });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  send = shareConnections(pool, isDatabaseAway);
});

afterEach(async () => {
  vi.useRealTimers();
  await release();
  await pool.end();
});

const mostAtOnce = mostShared.connections * mostShared.statements;

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The value that a statement reads; undefined if no connection had time for it. */
const sent = async (text: string, values: unknown[] = []): Promise<unknown> =>
  (await send<{ value: unknown }>({ text, values }))?.rows[0]?.value;

const echo = (value: number): Promise<unknown> => sent('SELECT $1::int AS value', [value]);

const processes = (statements: number): Promise<unknown>[] =>
  numbered(statements).map(() => sent('SELECT pg_backend_pid() AS value'));

/** Keeps those who read the table waiting until it is released, at the latest by the end of the test. */
async function lock(): Promise<void> {
  locking = await others.connect();
  await locking.query('BEGIN; LOCK TABLE locked');
}

async function release(): Promise<void> {
  await locking?.query('COMMIT');
  locking?.release();
  locking = undefined;
}

const waiting = (statements: number): Promise<unknown>[] =>
  numbered(statements).map(() => sent('SELECT FROM locked'));

/** Terminates the process that waits for the table, once it does. */
async function terminateWaiting(): Promise<void> {
  // `expect.poll` would move the timers on, and so end turns.
  for (let ended = 0; ended === 0;) {
    const { rowCount } = await others.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    ended = rowCount ?? 0;
  }
}

describe('shared connections', () => {
  it('are one, as long as it answers, and give each statement its own answer', async () => {
    expect(new Set(await Promise.all(processes(3 * mostAtOnce))).size).toBe(1);
    const values = numbered(3 * mostAtOnce);
    expect(await Promise.all(values.map(echo))).toEqual(values);
  });

  it('answer the others if one statement fails', async () => {
    const answers = await Promise.allSettled(
      numbered(mostAtOnce).map((value) => (value % 3 === 0 ? sent('SELECT 1 / 0') : echo(value))),
    );
    answers.forEach((answer, value) => {
      expect(answer).toMatchObject(
        value % 3 === 0
          ? { status: 'rejected', reason: { code: '22012' } }
          : { status: 'fulfilled', value },
      );
    });
  });

  it('are more if a statement waits for long, and in the end say that they are busy', async () => {
    const [first] = await Promise.all(processes(1));
    await lock();
    const blocked = waiting(mostShared.statements);
    const beside = processes(mostShared.statements);
    vi.advanceTimersByTime(longestTurn);
    const found = new Set(await Promise.all(beside));
    expect(found.size).toBe(1);
    expect(found).not.toContain(first);
    for (let connection = 1; connection < mostShared.connections; connection += 1) {
      blocked.push(...waiting(mostShared.statements));
      vi.advanceTimersByTime(longestTurn);
    }
    const busy = processes(1);
    vi.advanceTimersByTime(longestTurn);
    expect(await Promise.all(busy)).toEqual([undefined]);
    const served = processes(1);
    await release();
    await Promise.all(blocked);
    expect(await Promise.all(served)).toEqual([expect.any(Number)]);
  });

  it('are replaced once they are lost, and say so to whoever waits for an answer', async () => {
    await lock();
    const outcomes = Promise.allSettled(waiting(mostShared.statements));
    const values = numbered(mostAtOnce);
    const later = Promise.all(values.map(echo));
    await terminateWaiting();
    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected');
      expect(isDatabaseAway((outcome as PromiseRejectedResult).reason)).toBe(true);
    }
    expect(await later).toEqual(values);
  });

  it('fail each statement while the database refuses connections', async () => {
    const refused = shareConnections(
      new pg.Pool({ connectionString: own.url.replace(/[^/]+$/, 'nowhere'), pipeline: true }),
      isDatabaseAway,
    );
    const outcomes = await Promise.allSettled(
      numbered(mostAtOnce).map(() => refused({ text: 'SELECT 1' })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  });

  it('use UTC, as do those of the pool, which are used beyond', async () => {
    const database = openDatabase(own.url);
    await lock();
    const blocked = numbered(mostAtOnce).map(() =>
      database.readQuick(Prisma.sql`SELECT FROM locked`),
    );
    vi.advanceTimersByTime(longestTurn * mostShared.connections);
    const zones = numbered(3).map(() => database.readQuick(Prisma.sql`SHOW TIME ZONE`));
    vi.advanceTimersByTime(longestTurn);
    await release();
    await Promise.all(blocked);
    expect(await Promise.all(zones)).toEqual(zones.map(() => [{ TimeZone: 'UTC' }]));
    await database.close();
  });
});
