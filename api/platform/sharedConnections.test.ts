import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { isDatabaseAway, openDatabase, type Database } from './database.ts';
import { mostShared, shareConnections } from './sharedConnections.ts';

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

const processesOf = async (statements: number): Promise<Set<number | undefined>> =>
  new Set(await Promise.all(numbered(statements).map(processOf)));

/** Keeps readers of `locked` waiting until it is called. */
async function lock(): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE locked');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

const readLocked = 'SELECT FROM locked';

const waitingProcesses = async (): Promise<number[]> => {
  const { rows } = await database.pool.query<{ pid: number }>(`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows.map(({ pid }) => pid);
};

describe('shared connections', () => {
  it('give each of many statements its own answer', async () => {
    const values = numbered(10 * mostAtOnce);
    expect(await Promise.all(values.map(echo))).toEqual(values);
  });

  it('are a few, and those of the pool are used beyond', async () => {
    expect((await processesOf(mostAtOnce)).size).toBeLessThanOrEqual(mostShared.connections);
    expect((await processesOf(mostAtOnce + 2)).size).toBeGreaterThan(mostShared.connections);
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

  it('take no further statement once one makes them wait', async () => {
    let now = 0;
    const pool = new pg.Pool({ connectionString: own.url, max: 2, pipeline: true });
    const send = shareConnections(pool, () => now);
    const sent = (text: string) => send<{ id: number }>({ text });
    const processes = async (statements: number) => {
      const asked = numbered(statements).map(() => sent('SELECT pg_backend_pid() AS id'));
      return new Set((await Promise.all(asked)).map((answer) => answer?.rows[0]?.id));
    };
    const [first] = await processes(mostShared.statements);
    expect(await processes(mostShared.statements)).toEqual(new Set([first]));
    const release = await lock();
    const blocked = sent(readLocked);
    const behind = sent('SELECT pg_backend_pid() AS id');
    now += 4;
    const beside = await processes(mostShared.statements);
    expect(beside.size).toBe(1);
    expect(beside).not.toContain(first);
    await release();
    await blocked;
    expect((await behind)?.rows).toEqual([{ id: first }]);
    await pool.end();
  });

  it('are replaced once they are lost, and say so to whoever waits', async () => {
    const release = await lock();
    const reads = numbered(mostAtOnce).map(() => database.readQuick(Prisma.raw(readLocked)));
    const outcomes = Promise.allSettled(reads);
    await expect.poll(async () => (await waitingProcesses()).length).toBe(mostShared.connections);
    await database.pool.query('SELECT pg_terminate_backend(id) FROM unnest($1::int[]) AS id', [
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

  it('use UTC', async () => {
    const zones = await Promise.all(
      numbered(mostShared.connections).map(() => database.readQuick(Prisma.sql`SHOW TIME ZONE`)),
    );
    expect(zones).toEqual(zones.map(() => [{ TimeZone: 'UTC' }]));
  });
});
