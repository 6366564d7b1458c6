import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#api/platform/process/log.ts';
import { startFeedServer } from '#api/testing/feedServer.ts';
import { createListing, createUser, listingData } from '#api/testing/factories.ts';
import { createProvider, errorsOf, runToEnd } from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { keySettingOf } from '../sources/providerKey.ts';
import { turnDays } from '#api/modules/listings/turnDays.ts';
import { createSources } from '../sources/sources.ts';
import { sandboxProviders } from './formats.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
let server: TestServer;
const logged: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({
    database: 'sample',
    log: createLog('trace', { write: (line) => void logged.push(line) }),
    sources: createSources({
      allowed: ['127.0.0.1'],
      sandbox: sandbox.origin,
      limits: { bytes: 500_000 },
    }),
  });
});

afterAll(async () => {
  await server.close();
  await sandbox.close();
});

/** Creates a provider for each test, so that no test depends on another. */
async function provider(name: string, query = ''): Promise<string> {
  const found = sandboxProviders.find((one) => one.name === name);
  const made = await createProvider(server, {
    ...(found ? { kind: found.kind, mapping: { ...found.mapping } } : {}),
    name: `${name} ${query}`,
    address: `${found?.address ?? ''}${query}`,
  });
  return made.id;
}

const listings = (providerId: string): Promise<number> =>
  server.prisma.listing.count({ where: { providerId, isActive: true } });

/** How many weeks are read; sandbox.test.ts reads all that are offered by default. */
const count = 500;

describe.each(['Sandbox Weeks', 'Sandbox Catalog'])('%s with the sample data', (name) => {
  it('is brought in except for its invalid rows', async () => {
    const id = await provider(name, `?rows=${count}`);
    const expected = {
      status: 'completed',
      isComplete: true,
      total: count,
      imported: 494,
      failed: 6,
    };
    const looked = await runToEnd(server, id, { purpose: 'preview' });
    expect(looked).toMatchObject(expected);
    expect(await listings(id)).toBe(0);
    const run = await runToEnd(server, id);
    expect(run).toMatchObject(expected);
    expect(await listings(id)).toBe(494);
    const errors = await errorsOf(server, run.id);
    expect(errors).toEqual(await errorsOf(server, looked.id));
    expect(errors.filter((error) => error.includes('EUR'))).toHaveLength(2);
    expect(errors.filter((error) => error.includes("isn't known here"))).toHaveLength(4);
    expect(errors).toHaveLength(run.failed);
    expect(
      await server.prisma.inventoryResort.count({ where: { providerId: id, resortId: null } }),
    ).toBe(2);
    const again = await runToEnd(server, id);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 494, withdrawn: 0 });
  });

  it.each([
    ['?fault=500', 'answered 500', 0],
    ['?fault=redirects', 'redirected more than 5 times', 0],
    [`?rows=${count}&fault=truncated`, 'ended in the middle', 100],
    ['?fault=huge', 'sent more than', 500],
  ])('%s fails with its reason and withdraws nothing', async (query, message, least) => {
    const id = await provider(name, query);
    const run = await runToEnd(server, id);
    expect(run).toMatchObject({ status: 'failed', isComplete: false, withdrawn: 0 });
    expect(run.message).toContain(message);
    expect(run.imported).toBeGreaterThanOrEqual(least);
    // What was committed before it failed stays.
    expect(await listings(id)).toBe(run.imported);
  });

  it('?fault=slow fails with its reason and withdraws nothing', async () => {
    const impatient = await startTestServer({
      database: { url: server.databaseUrl },
      sources: createSources({
        allowed: [],
        sandbox: sandbox.origin,
        limits: { idle: 500 },
      }),
    });
    try {
      const id = await provider(name, '?fault=slow');
      const run = await runToEnd(impatient, id);
      expect(run).toMatchObject({ status: 'failed', isComplete: false, withdrawn: 0 });
      expect(run.message).toContain('took longer than 500 milliseconds');
      expect(await listings(id)).toBe(run.imported);
    } finally {
      await impatient.close();
    }
  });

  it('has 100 valid weeks at the beginning', async () => {
    const id = await provider(name, '?rows=400');
    expect(await runToEnd(server, id, { filters: { limit: 100 } })).toMatchObject({
      status: 'completed',
      read: 100,
      total: 100,
      imported: 100,
      failed: 0,
      isComplete: false,
    });
  });

  it.each([
    ['500', 'answered 500'],
    ['redirects', 'redirected more than 5 times'],
    ['truncated', 'ended in the middle'],
  ])(
    'a later read with the fault %s withdraws nothing that an earlier one brought in',
    async (fault, message) => {
      const id = await provider(name, `?rows=300&then=${fault}`);
      expect(await runToEnd(server, id)).toMatchObject({ status: 'completed' });
      const before = await listings(id);
      const { address } = await server.prisma.inventoryProvider.findUniqueOrThrow({
        where: { id },
      });
      await server.prisma.inventoryProvider.update({
        where: { id },
        data: { address: `${address.replace('rows=300', 'rows=200')}&fault=${fault}` },
      });
      const run = await runToEnd(server, id);
      expect(run).toMatchObject({ status: 'failed', withdrawn: 0, isComplete: false });
      expect(run.message).toContain(message);
      expect(run.imported).toBe(run.unchanged);
      expect(await listings(id)).toBe(before);
    },
  );

  it('?fault=duplicates brings in the first row of each week', async () => {
    const id = await provider(name, `?rows=${count}&fault=duplicates`);
    const run = await runToEnd(server, id);
    expect(run).toMatchObject({ status: 'completed', total: count });
    expect(await listings(id)).toBe(run.imported);
    expect(run.imported + run.failed).toBe(count);
    expect(run.failed).toBeGreaterThanOrEqual(50);
    const errors = await errorsOf(server, run.id);
    expect(errors).toHaveLength(run.failed);
    expect(errors.some((error) => error.includes('came before in this feed'))).toBe(true);
  });

  it('?fault=malformed brings in the valid rows', async () => {
    const id = await provider(name, `?rows=${count}&fault=malformed`);
    const run = await runToEnd(server, id);
    expect(run).toMatchObject({ status: 'completed', total: count });
    expect(run.failed).toBeGreaterThanOrEqual(25);
    expect(await errorsOf(server, run.id)).toHaveLength(run.failed);
    expect(run.imported + run.failed).toBe(count);
    expect(await listings(id)).toBe(run.imported);
  });
});

describe('a second Tideweek', () => {
  it('has its verified listings brought in', async () => {
    const other = await startTestServer({ database: 'sample' });
    try {
      await turnDays(other.deps, new Date());
      // More than one page, besides the sample weeks that are still ahead.
      const resort = await other.prisma.resort.findFirstOrThrow();
      const { id: ownerId } = await createUser(other);
      await other.prisma.listing.createMany({
        data: Array.from({ length: 101 }, (_, index) => ({
          ...listingData,
          resortId: resort.id,
          ownerId,
          title: `Week ${index}`,
        })),
      });
      const { rows } = await other.pool.query<{ count: number }>(`
        SELECT count(*)::int AS count FROM listings
        WHERE EXISTS (SELECT FROM free_stretches WHERE listing_id = listings.id)
          AND NOT EXISTS (SELECT FROM bookings WHERE listing_id = listings.id AND takes_nights(status))`);
      const count = rows[0]?.count ?? 0;
      expect(count).toBeGreaterThan(100);
      const { id } = await createProvider(server, {
        kind: 'tideweek',
        name: 'South Tideweek',
        address: other.url,
      });
      expect(await runToEnd(server, id)).toMatchObject({
        status: 'completed',
        isComplete: true,
        imported: count,
        created: count,
        failed: 0,
      });
      const added = await createListing(other, { resortId: resort.id, title: 'One more' });
      expect(await runToEnd(server, id)).toMatchObject({ created: 1, unchanged: count });
      expect(
        await server.prisma.listing.findFirstOrThrow({ where: { externalId: added.id } }),
      ).toMatchObject({ providerId: id, title: 'One more', pricePerNightCents: 15_000 });
      await other.prisma.listing.update({ where: { id: added.id }, data: { isActive: false } });
      expect(await runToEnd(server, id)).toMatchObject({ withdrawn: 1, unchanged: count });
    } finally {
      await other.close();
    }
  });
});

describe('the key of a provider', () => {
  it('is sent, and appears in no message, row or log line', async () => {
    const canary = 'canary-key-5f1e2d';
    const answers = ['status', 'redirect', 'packing', 'json', 'cut', 'reset'];
    const feed = await startFeedServer((request, response) => {
      const echo = request.headers.authorization ?? '';
      const how = answers[feed.requests.length - 1];
      if (how === 'status') {
        response.writeHead(500, echo, { 'x-echo': echo }).end(echo);
      } else if (how === 'redirect') {
        response.writeHead(302, { location: `http://other.test/${encodeURI(echo)}` }).end();
      } else if (how === 'packing') {
        response.writeHead(200, { 'content-encoding': echo }).end();
      } else if (how === 'json') {
        response.end(`[${echo}]`);
      } else if (how === 'cut') {
        response.end(`["${echo}`);
      } else {
        response.destroy();
      }
    });
    const { id } = await createProvider(server, { name: 'Echo', address: feed.origin });
    const key = keySettingOf(id);
    await server.prisma.siteSetting.create({
      data: { key, value: server.deps.secrets.seal(key, canary, feed.origin), isEncrypted: true },
    });
    const messages: (string | null)[] = [];
    for (const _ of answers) {
      messages.push((await runToEnd(server, id)).message);
    }
    await feed.close();
    expect(feed.requests.map(({ headers }) => headers.authorization)).toEqual(
      answers.map(() => `Bearer ${canary}`),
    );
    expect(messages).toEqual([
      'Echo answered 500',
      'Echo redirected to another host',
      'Echo answered in a compression that was not asked for',
      'What Echo sent is not JSON',
      'Echo ended in the middle',
      'Echo hung up',
    ]);
    const { rows } = await server.pool.query<{ text: string }>(`
      SELECT to_jsonb(t)::text AS text FROM inventory_syncs t
      UNION ALL SELECT to_jsonb(t)::text FROM inventory_sync_errors t
      UNION ALL SELECT to_jsonb(t)::text FROM inventory_providers t
      UNION ALL SELECT to_jsonb(t)::text FROM audit_entries t
      UNION ALL SELECT to_jsonb(t)::text FROM graphile_worker._private_jobs t`);
    expect(rows.map(({ text }) => text).join()).not.toContain(canary);
    expect(logged.join()).not.toContain(canary);
  });
});
