import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createResort } from '#api/testing/factories.ts';
import {
  createFakeSources,
  createProvider,
  offeredWeeks,
  startRun,
} from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { keySettingOf } from '../sources/providerKey.ts';
import { claimRun } from './runState.ts';
import { isDue, runSchedules } from './schedules.ts';

const sources = createFakeSources();
let server: TestServer;
/** Another process on the same database. */
let other: TestServer;

beforeAll(async () => {
  server = await startTestServer({ sources });
  other = await startTestServer({ sources, database: { url: server.databaseUrl } });
});

afterAll(async () => {
  await other.close();
  await server.close();
});

beforeEach(async () => {
  await server.pool.query(
    'TRUNCATE resorts, inventory_providers, inventory_syncs, idempotency_keys CASCADE',
  );
  await server.pool.query('DELETE FROM graphile_worker._private_jobs');
  await createResort(server, { name: 'Harbour House' });
  sources.has(offeredWeeks(2));
});

const at = (ts: string) => ({ _cron: { ts, backfilled: false } });
const runs = () => server.prisma.inventorySync.findMany({ orderBy: { timestamp: 'asc' } });

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2026-11-21T23:59:00Z', true],
    ['30 4 * * *', '2026-11-21T04:30:00Z', true],
    ['30 4 * * *', '2026-11-21T04:31:00Z', false],
    ['30 4 * * *', '2026-11-21T16:30:00Z', false],
    ['*/15 * * * *', '2026-11-21T10:45:00Z', true],
    ['*/15 * * * *', '2026-11-21T10:46:00Z', false],
    ['0 6 1 * *', '2026-12-01T06:00:00Z', true],
    ['0 6 1 * *', '2026-12-02T06:00:00Z', false],
    ['0 6 * * 1', '2026-11-23T06:00:00Z', true],
    ['0 6 * * 1', '2026-11-24T06:00:00Z', false],
    ['0 6 * 11 *', '2026-11-24T06:00:00Z', true],
    ['0 6 * 12 *', '2026-11-24T06:00:00Z', false],
    ['not a schedule', '2026-11-24T06:00:00Z', false],
    ['', '2026-11-24T06:00:00Z', false],
  ])('%s at %s: %s', (schedule, moment, due) => {
    expect(isDue(schedule, new Date(moment))).toBe(due);
  });

  it('starts a sync once in its minute, with two processes and if the job runs again', async () => {
    const { id } = await createProvider(server, { schedule: '30 4 * * *' });
    await createProvider(server, { schedule: '31 4 * * *' });
    await createProvider(server, { schedule: '30 4 * * *', isEnabled: false });
    await createProvider(server);
    const minute = at('2026-11-21T04:30:00.000Z');
    await Promise.all([server, other, server, other].map(({ deps }) => runSchedules(deps, minute)));
    expect(await runs()).toMatchObject([
      { providerId: id, purpose: 'sync', status: 'waiting', filters: {}, actorId: null },
    ]);
    await server.runJobs();
    await runSchedules(other.deps, minute);
    expect(await runs()).toMatchObject([{ status: 'completed', imported: 2 }]);
    await runSchedules(other.deps, at('2026-11-22T04:30:00.000Z'));
    expect(await runs()).toHaveLength(2);
  });

  it('sends no request with a key entered for another address', async () => {
    const { id, name } = await createProvider(server, {
      schedule: '* * * * *',
      address: 'https://evil.example/weeks.json',
    });
    const key = keySettingOf(id);
    const value = server.deps.secrets.seal(key, 's3cret', 'https://provider.example');
    await server.prisma.siteSetting.create({ data: { key, value, isEncrypted: true } });
    await runSchedules(server.deps, at('2026-11-21T04:30:00.000Z'));
    await server.runJobs();
    expect(await runs()).toMatchObject([
      {
        status: 'failed',
        message: `Enter the key of ${name} again, since the address changed`,
        read: 0,
      },
    ]);
    await server.prisma.siteSetting.deleteMany({ where: { key } });
  });

  it('is skipped while a sync is under way', async () => {
    const { id: providerId } = await createProvider(server, { schedule: '* * * * *' });
    await createProvider(server, { schedule: '* * * * *' });
    await startRun(server.deps, { providerId, purpose: 'sync', filters: {}, actor: null });
    await runSchedules(server.deps, at('2026-11-21T04:30:00.000Z'));
    expect(await runs()).toHaveLength(2);
  });
});

describe('an abandoned run', () => {
  const minute = at('2026-11-21T04:30:00.000Z');

  it.each([
    ['whose job is gone', 'DELETE FROM graphile_worker._private_jobs'],
    ['whose job was given up', 'UPDATE graphile_worker._private_jobs SET attempts = max_attempts'],
  ])('%s fails, and the provider can be synced again', async (_name, sql) => {
    const { id: providerId } = await createProvider(server);
    const request = { providerId, purpose: 'sync', filters: {}, actor: null } as const;
    const waiting = await startRun(server.deps, request);
    const preview = await startRun(server.deps, { ...request, purpose: 'preview' });
    await claimRun(server.deps, preview.id);
    await server.prisma.inventorySeenWeek.create({
      data: { runId: preview.id, externalId: 'W-1' },
    });
    await runSchedules(server.deps, minute);
    expect((await runs()).map(({ status }) => status)).toEqual(['waiting', 'running']);
    await server.pool.query(sql);
    await runSchedules(server.deps, minute);
    expect(await runs()).toMatchObject(
      [waiting, preview].map(({ id }) => ({
        id,
        status: 'failed',
        message: 'It was broken off; what was brought in until then stays',
      })),
    );
    expect(await server.prisma.inventorySeenWeek.count()).toBe(0);
    await startRun(server.deps, request);
  });

  it('is left alone while a worker has its job, even at the last attempt', async () => {
    const { id: providerId } = await createProvider(server);
    await startRun(server.deps, { providerId, purpose: 'sync', filters: {}, actor: null });
    await server.pool.query(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, locked_at = now(), locked_by = 'w'",
    );
    await runSchedules(server.deps, minute);
    expect(await runs()).toMatchObject([{ status: 'waiting' }]);
  });
});
