import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHoldingProxy, type HoldingProxy } from '#api/testing/holdingProxy.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';
import { patientHeartbeat } from '#api/testing/testServer.ts';
import { openListener, usualHeartbeat, type Listener } from './listener.ts';
import { createLog } from '../process/log.ts';

let database: TestDatabase;
let proxy: HoldingProxy;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase('blank');
  proxy = await startHoldingProxy(database.url);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});

afterAll(async () => {
  await other.end();
  proxy.close();
  await database.drop();
});

/** A listener through the proxy, and what it told, in order. */
async function listen(
  heartbeat = patientHeartbeat,
): Promise<{ listener: Listener; told: string[] }> {
  const told: string[] = [];
  const listener = await openListener({
    connectionString: proxy.url,
    channel: 'weather',
    heartbeat,
    onNotification: (payload) => void told.push(payload),
    onListening: () => void told.push('listening'),
    onLost: () => void told.push('lost'),
    log: createLog('silent'),
  });
  return { listener, told };
}

const announce = (payload: string) => other.query('SELECT pg_notify($1, $2)', ['weather', payload]);

it('notices a connection that is silent, and listens again once the database answers', async () => {
  const { listener, told } = await listen(usualHeartbeat);
  try {
    await expect.poll(() => listener.isHeard()).toBe(true);
    proxy.hold();
    await announce('rain');
    await expect.poll(() => told.at(-1)).toBe('lost');
    expect(listener.isHeard()).toBe(false);
    proxy.release();
    // A slow machine may lose it again.
    await expect
      .poll(async () => {
        await expect.poll(() => listener.isHeard()).toBe(true);
        await announce('sun');
        return told;
      })
      .toContain('sun');
    expect(told.slice(0, 2)).toEqual(['listening', 'lost']);
    // It fell while nobody listened.
    expect(told).not.toContain('rain');
  } finally {
    proxy.release();
    await listener.close();
  }
});

it.each(['end', 'reset'] as const)('listens again after the connection %s', async (how) => {
  const { listener, told } = await listen();
  try {
    proxy.cut(how);
    await expect.poll(() => told.slice(0, 2)).toEqual(['listening', 'lost']);
    expect(listener.isHeard()).toBe(false);
    await proxy.mend();
    await expect.poll(() => listener.isHeard()).toBe(true);
    expect(told.at(-1)).toBe('listening');
  } finally {
    await listener.close();
  }
});

it('listens again after the database ended the connection', async () => {
  const { listener, told } = await listen();
  try {
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tideweek weather'",
    );
    await expect.poll(() => told).toEqual(['listening', 'lost', 'listening']);
  } finally {
    await listener.close();
  }
});

it('catches up with one statement for all callers of a turn, and a later one for later callers', async () => {
  const { listener, told } = await listen();
  try {
    const caughtUp = listener.catchUp();
    expect(listener.catchUp()).toBe(caughtUp);
    await announce('fog');
    // The first statement is on its way, and may have missed the announcement.
    await Promise.all([caughtUp, listener.catchUp()]);
    expect(told).toEqual(['listening', 'fog']);
  } finally {
    await listener.close();
  }
});

it('hears nothing after it was closed, with a heartbeat under way', async () => {
  const { listener, told } = await listen();
  const closed = listener.close();
  expect(listener.isHeard()).toBe(false);
  await closed;
  await announce('snow');
  expect(told).toEqual(['listening']);
});
