import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createListing, createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('TRUNCATE resorts, site_settings CASCADE');
  await server.pool.query('UPDATE occupancy_taxes SET rate_bps = 0');
});

const offer = async (destination: string) =>
  createListing(server, {
    resortId: (await createResort(server, { destination })).id,
    pricePerNightCents: 10_000,
    cleaningFeeCents: 5_000,
  });

/** Total of the week of each listing, as lists show it. */
async function shown(): Promise<number[]> {
  await server.emptyCaches();
  const { data } = await server.graphqlText(
    '{ weeks(sort: LOWEST_TOTAL) { edges { node { total { amount } } } } }',
  );
  const { weeks } = data as { weeks: { edges: { node: { total: { amount: number } } }[] } };
  return weeks.edges.map(({ node }) => node.total.amount);
}

const setFee = (value: string) =>
  server.prisma.siteSetting.upsert({
    where: { key: 'service_fee_percent' },
    create: { key: 'service_fee_percent', value },
    update: { value },
  });

it('a new tax rate changes the totals of its destination', async () => {
  await offer('Aruba');
  await offer('Utah');
  expect(await shown()).toEqual([81_000, 81_000]);
  await server.prisma.occupancyTax.update({
    where: { destination: 'Aruba' },
    data: { rateBps: 1_250 },
  });
  await server.runJobs();
  expect(await shown()).toEqual([81_000, 90_375]);
});

it('a new service fee changes all totals, and its removal brings the default back', async () => {
  await offer('Aruba');
  await offer('Utah');
  for (const [percent, total] of [
    ['0', 75_000],
    ['12.5', 84_375],
    ['30', 97_500],
  ] as const) {
    await setFee(percent);
    await server.runJobs();
    expect(await shown()).toEqual([total, total]);
  }
  await server.prisma.siteSetting.delete({ where: { key: 'service_fee_percent' } });
  await server.runJobs();
  expect(await shown()).toEqual([81_000, 81_000]);
});

it('more listings than one transaction reprices all get the new rate', async () => {
  const { id } = await offer('Aruba');
  await server.pool.query(
    `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
       available_from, available_to, contract_verification_status)
     SELECT gen_random_uuid(), resort_id, owner_id, title, description, price_per_night_cents,
            available_from, available_to, contract_verification_status
     FROM listings, generate_series(1, 2500) WHERE id = $1`,
    [id],
  );
  await setFee('10');
  await server.runJobs();
  const { rows } = await server.pool.query(
    'SELECT service_fee_bps, count(*)::int FROM free_stretches GROUP BY 1',
  );
  expect(rows).toEqual([{ service_fee_bps: 1_000, count: 2_501 }]);
});

it('a listing written while the rate changes gets the new rate', async () => {
  const { id } = await offer('Aruba');
  const writer = await server.pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query('UPDATE listings SET price_per_night_cents = 20000 WHERE id = $1', [id]);
    const changed = server.pool.query(
      "UPDATE occupancy_taxes SET rate_bps = 1000 WHERE destination = 'Aruba'",
    );
    await expect
      .poll(async () => {
        const { rows } = await server.pool.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rows.length;
      })
      .toBe(1);
    await writer.query('COMMIT');
    await changed;
  } finally {
    writer.release();
  }
  await server.runJobs();
  expect(await shown()).toEqual([171_100]);
});

it('a destination of the first resort there has no tax, and one with resorts is kept', async () => {
  await offer('Nowhere yet');
  expect(
    await server.prisma.occupancyTax.findUnique({ where: { destination: 'Nowhere yet' } }),
  ).toMatchObject({ rateBps: 0, version: 1 });
  await expect(
    server.prisma.occupancyTax.delete({ where: { destination: 'Nowhere yet' } }),
  ).rejects.toThrow('resorts_destination_fkey');
});
