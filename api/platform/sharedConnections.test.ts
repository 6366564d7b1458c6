import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { isDatabaseAway, openDatabase, type Database } from './database.ts';
import { mostShared } from './sharedConnections.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase('blank');
  database = openDatabase(own.url, { connections: 2 });
  await database.pool.query('CREATE TABLE locked ()');
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

const mostAtOnce = mostShared.connections * mostShared.statements;

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const echo = async (value: number): Promise<number | undefined> => {
  const rows = await database.readQuick<{ value: number }>(
    Prisma.sql`SELECT ${value}::int AS value`,
  );
  return rows[0]?.value;
};

const processOf = async (): Promise<number | undefined> => {
  const rows = await database.readQuick<{ id: number }>(Prisma.sql`SELECT pg_backend_pid() AS id`);
  return rows[0]?.id;
};

/** Keeps readers of `locked` waiting until it is called. */
async function lock(): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE locked');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

const waiting = (): Promise<unknown> => database.readQuick(Prisma.sql`SELECT FROM locked`);

describe('shared connections', () => {
  it('give each of many statements its own answer', async () => {
    const values = numbered(10 * mostAtOnce);
    expect(await Promise.all(values.map(echo))).toEqual(values);
  });

  it('are a few, and those of the pool are used beyond', async () => {
    const shared = await Promise.all(numbered(mostAtOnce).map(processOf));
    expect(new Set(shared).size).toBe(mostShared.connections);
    const all = await Promise.all(numbered(mostAtOnce + 2).map(processOf));
    expect(new Set(all).size).toBeGreaterThan(mostShared.connections);
  });

  it('answer the others if one statement fails', async () => {
    const failing = (): Promise<unknown> => database.readQuick(Prisma.sql`SELECT 1 / 0`);
    const answers = await Promise.allSettled(
      numbered(mostAtOnce).map((value) => (value % 3 === 0 ? failing() : echo(value))),
    );
    answers.forEach((answer, value) => {
      expect(answer).toMatchObject(
        value % 3 === 0
          ? { status: 'rejected', reason: { code: '22012' } }
          : { status: 'fulfilled', value },
      );
    });
  });

  it('have room beside statements that wait', async () => {
    const release = await lock();
    const blocked = numbered(mostShared.connections - 1).map(waiting);
    const values = numbered(50);
    for (const value of values) {
      expect(await echo(value)).toBe(value);
    }
    await release();
    await Promise.all(blocked);
  });

  it('are replaced once they are lost, and say so to whoever waits', async () => {
    const release = await lock();
    const blocked = numbered(mostAtOnce).map(waiting);
    const outcomes = Promise.allSettled(blocked);
    const ended = await expect
      .poll(
        async () =>
          (
            await database.pool.query(`
              SELECT pid FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`)
          ).rows.length,
      )
      .toBe(mostShared.connections)
      .then(() =>
        database.pool.query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      );
    expect(ended.rows.length).toBe(mostShared.connections);
    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected');
      expect(isDatabaseAway((outcome as PromiseRejectedResult).reason)).toBe(true);
    }
    await release();
    const values = numbered(mostAtOnce);
    expect(await Promise.all(values.map(echo))).toEqual(values);
  });

  it('use UTC', async () => {
    const zones = await Promise.all(
      numbered(mostShared.connections).map(() => database.readQuick(Prisma.sql`SHOW TIME ZONE`)),
    );
    expect(zones).toEqual(zones.map(() => [{ TimeZone: 'UTC' }]));
  });
});
