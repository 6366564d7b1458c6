import { describe, expect, it } from 'vitest';
import { Prisma } from '#api/generated/prisma/client.ts';
import { startHoldingProxy } from '#api/testing/holdingProxy.ts';
import { createTestDatabase } from '#api/testing/testDatabase.ts';
import { startTestServer } from '#api/testing/testServer.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { requestScope } from '../process/requestScope.ts';

it('a connection lost between two queries rejects the next one and ends nothing else', async () => {
  const server = await startTestServer();
  try {
    const client = await server.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => void client.once('end', resolve));
    await server.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    const found = await server.pool.query('SELECT 1 AS one');
    expect(found.rows).toEqual([{ one: 1 }]);
  } finally {
    await server.close();
  }
});

it('a statement of a request that gets no answer breaks its connection, and the next one works', async () => {
  const { url, drop } = await createTestDatabase('blank');
  const proxy = await startHoldingProxy(url);
  const database = openDatabase(proxy.url, { limits: { longestSilence: 300 } });
  const scope = {
    requestId: 'silent',
    statements: 0,
    userId: undefined,
    wrote: new Map<string, number>(),
    refused: () => undefined,
    done: () => undefined,
  };
  // Prisma begins once it is awaited.
  const inRequest = (work: () => Promise<unknown>) =>
    requestScope.run(scope, async () => await work());
  // The limit is so low that a slow machine reaches it without a database that is silent.
  const answered = (work: () => Promise<unknown>) =>
    expect
      .poll(() =>
        inRequest(work).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  try {
    const ways = [
      () => database.pool.query('SELECT 1'),
      () => database.readQuick(Prisma.sql`SELECT 1`),
      // All have to be over before the database answers again.
      async () => {
        const asked = [1, 2, 3, 4, 5].map(() => database.readQuick(Prisma.sql`SELECT 1`));
        await Promise.allSettled(asked);
        await Promise.all(asked);
      },
      () => database.prisma.$queryRaw`SELECT 1`,
      () => database.prisma.$transaction((transaction) => transaction.$queryRaw`SELECT 1`),
    ];
    for (const ask of ways) {
      await answered(ask);
      proxy.hold();
      const error = await inRequest(ask).catch((reason: unknown) => reason);
      expect(isDatabaseAway(error), String(error)).toBe(true);
      proxy.release();
      await answered(ask);
    }
  } finally {
    await database.close();
    proxy.close();
    await drop();
  }
});

describe('a commit whose connection', () => {
  it('the database ends fails, as the database is away', async () => {
    const { url, drop } = await createTestDatabase('blank');
    const database = openDatabase(url);
    try {
      await database.pool.query(`
        CREATE TABLE notes (text text);
        CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER ended AFTER INSERT ON notes
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_connection();
      `);
      const error = await database.prisma
        .$transaction((transaction) => transaction.$executeRaw`INSERT INTO notes VALUES ('lost')`)
        .catch((reason: unknown) => reason);
      expect(isDatabaseAway(error), String(error)).toBe(true);
      // The pool may not know yet that the connection is gone.
      await expect
        .poll(async () => (await database.pool.query('SELECT text FROM notes')).rows)
        .toEqual([]);
    } finally {
      await database.close();
      await drop();
    }
  });

  it.each(['end', 'reset'] as const)('breaks (%s) fails, as the database is away', async (how) => {
    const { url, drop } = await createTestDatabase('blank');
    const proxy = await startHoldingProxy(url);
    const database = openDatabase(proxy.url, {
      onStatement: (sql) => {
        if (sql === 'COMMIT') setImmediate(() => proxy.cut(how));
      },
    });
    try {
      const error = await database.prisma
        .$transaction(async (transaction) => {
          await transaction.$queryRaw`SELECT 1`;
          proxy.hold();
        })
        .catch((reason: unknown) => reason);
      expect(isDatabaseAway(error), String(error)).toBe(true);
    } finally {
      await database.close();
      proxy.close();
      await drop();
    }
  });
});

it('statements of operations that callers make up leave names for those of the product', async () => {
  const { url, drop } = await createTestDatabase('blank');
  const database = openDatabase(url, { connections: 1 });
  const scope = (isMadeUp: boolean) => ({
    requestId: 'many',
    statements: 0,
    userId: undefined,
    isMadeUp,
    wrote: new Map<string, number>(),
    refused: () => undefined,
    done: () => undefined,
  });
  const isNamed = (isMadeUp: boolean, text: string) =>
    requestScope.run(scope(isMadeUp), async () => {
      await database.read({ text, values: [] });
      const known = 'SELECT FROM pg_prepared_statements WHERE statement = $1';
      return (await database.pool.query(known, [text])).rows.length === 1;
    });
  try {
    for (let count = 0; count < 150; count += 1) {
      await isNamed(true, `SELECT ${count}`);
    }
    expect(await isNamed(true, 'SELECT 0')).toBe(true);
    expect(await isNamed(true, 'SELECT 149')).toBe(false);
    expect(await isNamed(false, 'SELECT 149')).toBe(true);
    // The same statement has one name, whoever sends it.
    expect(await isNamed(true, 'SELECT 149')).toBe(true);
    expect(await isNamed(true, `SELECT '${'x'.repeat(1_000_000)}'`)).toBe(false);
  } finally {
    await database.close();
    await drop();
  }
});
