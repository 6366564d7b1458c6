import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { mostShared, shareConnections } from './sharedConnections.ts';

let own: TestDatabase;
/** For what happens beside the shared connections. */
let others: pg.Pool;
let pool: pg.Pool;
let send: ReturnType<typeof shareConnections>;
/** Milliseconds; the clock stands still. */
let now = 0;

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
  pool = new pg.Pool({ connectionString: own.url, max: mostShared.connections, pipeline: true });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  send = shareConnections(pool, () => now);
});

afterEach(() => pool.end());

const mostAtOnce = mostShared.connections * mostShared.statements;

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function sent(text: string, values: unknown[] = []): Promise<unknown> {
  const answer = send<{ value: unknown }>({ text, values });
  expect(answer).toBeDefined();
  return (await answer)?.rows[0]?.value;
}

const echo = (value: number): Promise<unknown> => sent('SELECT $1::int AS value', [value]);

const process = (): Promise<unknown> => sent('SELECT pg_backend_pid() AS value');

const processes = async (statements: number): Promise<unknown[]> => [
  ...new Set(await Promise.all(numbered(statements).map(process))),
];

const readLocked = 'SELECT FROM locked';

/** Keeps those who read it waiting until it is called. */
async function lock(): Promise<() => Promise<void>> {
  const client = await others.connect();
  await client.query('BEGIN; LOCK TABLE locked');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

async function waitingProcesses(): Promise<number[]> {
  const { rows } = await others.query<{ pid: number }>(`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows.map(({ pid }) => pid);
}

describe('shared connections', () => {
  it('give each of many statements its own answer', async () => {
    const values = numbered(mostAtOnce);
    expect(await Promise.all(values.map(echo))).toEqual(values);
  });

  it('are one until it is full, and have no room once all are', async () => {
    expect(await processes(mostShared.statements)).toHaveLength(1);
    const all = numbered(mostAtOnce).map(process);
    expect(send({ text: 'SELECT 1' })).toBeUndefined();
    expect(new Set(await Promise.all(all)).size).toBe(mostShared.connections);
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

  it('take no further statement once one makes them wait', async () => {
    const [first] = await processes(1);
    const release = await lock();
    const blocked = sent(readLocked);
    const behind = process();
    now += 11;
    const answer = send<{ value: unknown }>({ text: 'SELECT pg_backend_pid() AS value' });
    expect((await answer)?.rows[0]?.value).not.toBe(first);
    await release();
    await blocked;
    expect(await behind).toBe(first);
  });

  it('are replaced once they are lost, and say so to whoever waits', async () => {
    const release = await lock();
    const outcomes = Promise.allSettled(numbered(mostAtOnce).map(() => sent(readLocked)));
    await expect.poll(async () => (await waitingProcesses()).length).toBe(mostShared.connections);
    await others.query('SELECT pg_terminate_backend(id) FROM unnest($1::int[]) AS id', [
      await waitingProcesses(),
    ]);
    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected');
      expect(isDatabaseAway((outcome as PromiseRejectedResult).reason)).toBe(true);
    }
    await release();
    const values = numbered(mostAtOnce);
    expect(await Promise.all(values.map(echo))).toEqual(values);
  });

  it('use UTC, and those of the pool are used beyond', async () => {
    const database = openDatabase(own.url);
    const zones = await Promise.all(
      numbered(3 * mostAtOnce).map(() => database.readQuick(Prisma.sql`SHOW TIME ZONE`)),
    );
    expect(zones).toEqual(zones.map(() => [{ TimeZone: 'UTC' }]));
    await database.close();
  });
});
