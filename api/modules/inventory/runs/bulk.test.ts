import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { InventoryProvider, Resort } from '#api/generated/prisma/client.ts';
import { inDepth, some } from '#api/testing/depth.ts';
import {
  createListing,
  createResort,
  createSavedSearch,
  createUser,
  dayAhead,
} from '#api/testing/factories.ts';
import {
  createFakeSources,
  createProvider,
  offeredWeek,
  offeredWeeks,
  rowsOf,
  runToEnd,
  startRun,
} from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { runInventory } from './runSync.ts';

const sources = createFakeSources();
let server: TestServer;
/** Writes beside the runs; waits for them as long as it takes. */
let others: pg.Pool;
let resorts: Resort[];
let provider: InventoryProvider;

// The clock is fixed, so batches are written by size only, not after a second.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  server = await startTestServer({ sources });
  others = new pg.Pool({ connectionString: server.databaseUrl });
});

afterAll(async () => {
  vi.useRealTimers();
  await others.end();
  await server.close();
});

beforeEach(async () => {
  await server.pool.query(
    'TRUNCATE users, resorts, inventory_providers, inventory_syncs, outgoing_mails CASCADE',
  );
  await server.pool.query('DELETE FROM graphile_worker._private_jobs');
  resorts = [];
  for (const name of ['Harbour House', 'Palm Bay', 'Royal Sands']) {
    resorts.push(await createResort(server, { name }));
  }
  provider = await createProvider(server);
});

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const wrongCounts = async (): Promise<unknown[]> => {
  const { rows } = await server.pool.query(`
    SELECT name, available_rentals, actual FROM resorts, LATERAL (
      SELECT count(*)::int AS actual FROM listings
      WHERE resort_id = resorts.id AND is_active AND contract_verification_status = 'verified') AS c
    WHERE available_rentals <> actual`);
  return rows;
};

it.each(some([1, 2, 3, 4], 1))(
  'available rentals equal the public listings after random concurrent runs and changes (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const providers = [provider, await createProvider(server), await createProvider(server)];
    const owner = await createUser(server);
    for (const { id: resortId } of resorts) {
      await createListing(server, { resortId, ownerId: owner.id });
    }
    const feeds = new Map<string, ReturnType<typeof offeredWeek>[]>();
    sources.reads(({ name }) => rowsOf(feeds.get(name) ?? []));
    const changes = [
      `UPDATE listings SET is_active = NOT is_active WHERE id IN (SELECT id FROM listings ORDER BY md5(id || $1) LIMIT 40)`,
      `UPDATE listings SET contract_verification_status = (ARRAY['verified', 'rejected'])[1 + ($1::int % 2)]::"ContractVerificationStatus" WHERE id IN (SELECT id FROM listings ORDER BY md5(id || $1) LIMIT 30)`,
      `UPDATE listings SET resort_id = (SELECT id FROM resorts ORDER BY md5(id || $1) LIMIT 1) WHERE id IN (SELECT id FROM listings ORDER BY md5(id || $1) LIMIT 20)`,
      `DELETE FROM listings WHERE owner_id IS NULL AND id IN (SELECT id FROM listings WHERE NOT EXISTS (SELECT FROM listing_events WHERE listing_id = listings.id) ORDER BY md5(id || $1) LIMIT 10)`,
      `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents, available_from, available_to, contract_verification_status)
       SELECT gen_random_uuid(), resorts.id, users.id, 'W' || $1, '', 100, CURRENT_DATE + 100, CURRENT_DATE + 107, 'verified' FROM resorts, users`,
    ];
    for (let round = 0; round < inDepth(2, 4); round += 1) {
      for (const { name } of providers) {
        const count = 1 + Math.floor(random() * 300);
        feeds.set(
          name,
          Array.from({ length: count }, () =>
            offeredWeek(Math.floor(random() * 400), {
              resortName: pick([...resorts.map((resort) => resort.name), 'Unknown']),
              pricePerNight: pick([100, 150, 0]),
            }),
          ),
        );
      }
      const changing = Array.from({ length: 8 }, () => {
        const sql = pick(changes);
        const salt = String(Math.floor(random() * 1_000));
        // A deadlock rolls this change back. A listing that a run has given events meanwhile
        // can't be deleted.
        return others.query(sql, [salt]).catch((error: { code?: string }) => {
          expect(sql.startsWith('DELETE') ? ['40P01', '23001'] : ['40P01']).toContain(error.code);
        });
      });
      const runs = providers.map(async ({ id: providerId }) => {
        const run = await startRun(server.deps, {
          providerId,
          purpose: 'sync',
          filters: {},
          actor: null,
        });
        await runInventory({ id: run.id }, server.deps, { isLast: true });
        return server.prisma.inventorySync.findUniqueOrThrow({ where: { id: run.id } });
      });
      await Promise.all(changing);
      for (const run of await Promise.all(runs)) {
        expect(run.imported).toBe(run.created + run.updated + run.unchanged);
        expect(run.total).toBe(run.imported + run.failed);
      }
      expect(await wrongCounts()).toEqual([]);
    }
    expect(
      await server.prisma.listing.count({ where: { providerId: { not: null } } }),
    ).toBeGreaterThan(100);
  },
);

const jobsNamed = async (name: string): Promise<unknown[]> => {
  const { rows } = await server.pool.query<{ payload: unknown }>(
    `SELECT payload FROM graphile_worker._private_jobs AS jobs
     JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id WHERE identifier = $1`,
    [name],
  );
  return rows.map(({ payload }) => payload);
};

it('a thousand listings that become public add few jobs, and one mail per matching search', async () => {
  const anna = await createUser(server, { emailVerifiedAt: new Date() });
  await createSavedSearch(server, { userId: anna.id, name: 'By the harbour', query: 'harbour' });
  const boris = await createUser(server, { emailVerifiedAt: new Date() });
  await createSavedSearch(server, { userId: boris.id, name: 'Palms', query: 'palm' });
  await createSavedSearch(server, { userId: boris.id, name: 'All' });
  sources.has([
    ...offeredWeeks(990),
    ...[991, 992, 993].map((number) => offeredWeek(number, { resortName: 'Palm Bay' })),
  ]);
  const { id } = await startRun(server.deps, {
    providerId: provider.id,
    purpose: 'sync',
    filters: {},
    actor: null,
  });
  await runInventory({ id }, server.deps, { isLast: true });
  const [batch, ...more] = (await jobsNamed('listings_published')) as { ids: string[] }[];
  expect(batch?.ids).toHaveLength(993);
  expect(more).toEqual([]);
  expect(await jobsNamed('listing_published')).toEqual([]);
  await server.runJobs();
  // Runs again, as after a process that died before it marked the job as done.
  await server.pool.query(`SELECT graphile_worker.add_job('listings_published', $1::json)`, [
    JSON.stringify({ ids: batch?.ids.slice(0, 500) }),
  ]);
  await server.runJobs();
  const told = await server.prisma.savedSearchAlert.groupBy({ by: ['userId'], _count: true });
  expect(new Map(told.map(({ userId, _count }) => [userId, _count]))).toEqual(
    new Map([
      [anna.id, 990],
      [boris.id, 993],
    ]),
  );
  const mails = await server.prisma.outgoingMail.findMany({ orderBy: { subject: 'asc' } });
  expect(mails.map(({ toAddress, subject }) => `${subject} to ${toAddress}`).sort()).toEqual([
    `3 weeks new for “Palms” to ${boris.email}`,
    `990 weeks new for “All” to ${boris.email}`,
    `990 weeks new for “By the harbour” to ${anna.email}`,
  ]);
  expect(mails[0]?.text).toMatch(/This one and \d+ more were just published/);
  await runToEnd(server, provider.id);
  expect(await server.prisma.outgoingMail.count()).toBe(mails.length);
});

it('one listing that becomes public adds one job, or none without saved searches', async () => {
  const [resort] = resorts;
  const first = await createListing(server, { resortId: resort?.id ?? '' });
  expect(await jobsNamed('listing_published')).toEqual([]);
  await createSavedSearch(server, { userId: (await createUser(server)).id });
  await server.prisma.listing.update({ where: { id: first.id }, data: { isActive: false } });
  await server.prisma.listing.update({ where: { id: first.id }, data: { title: 'Other' } });
  expect(await jobsNamed('listing_published')).toEqual([]);
  await server.prisma.listing.update({ where: { id: first.id }, data: { isActive: true } });
  await server.prisma.listing.update({ where: { id: first.id }, data: { title: 'Another' } });
  expect(await jobsNamed('listing_published')).toEqual([{ id: first.id }]);
  await createListing(server, {
    resortId: resort?.id ?? '',
    contractVerificationStatus: 'pending',
  });
  expect(await jobsNamed('listing_published')).toHaveLength(1);
});

it('a sync announces changes of the catalogue once per transaction', async () => {
  const heard: string[] = [];
  server.deps.catalogue.onChange(() => heard.push('changed'));
  sources.has(offeredWeeks(900, { availableFrom: dayAhead(40), availableTo: dayAhead(47) }));
  await server.emptyCaches();
  heard.length = 0;
  await runToEnd(server, provider.id);
  await server.emptyCaches();
  // Stays and rows of the one batch, and the announcement of this test.
  expect(heard).toHaveLength(3);
});
