import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { hold, makeScene } from '#api/modules/bookings/testing/flow.ts';
import { chargeProblem, leastCharges } from './leastCharge.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('is the same in the database, by currency', async () => {
  const currencies = [...Object.keys(leastCharges), 'XTS'];
  const rows = await server.prisma.$queryRaw<{ currency: string; least: number }[]>`
    SELECT currency, least_charge_cents(currency) AS least FROM unnest(${currencies}::text[]) AS currency`;
  for (const { currency, least } of rows) {
    expect([currency, chargeProblem({ amount: least, currency })]).toEqual([currency, undefined]);
    expect(chargeProblem({ amount: least - 1, currency })).toContain('or more');
  }
  expect(rows).toHaveLength(currencies.length);
});

it.each([
  [0, 'The stay would cost $0. A card can be charged $0.50 or more'],
  [1, 'The stay would cost $0.08. A card can be charged $0.50 or more'],
])(
  'a stay at %i cents a night is not held, so that nobody gets to pay it',
  async (price, message) => {
    const scene = await makeScene(server, { pricePerNightCents: price, cleaningFeeCents: 0 });
    expect(await hold(server, scene)).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [
        { field: 'listingId', message: `${message}. Choose other nights, or contact us` },
      ],
    });
    const { listing } = scene;
    expect(await server.prisma.booking.count({ where: { listingId: listing.id } })).toBe(0);
  },
);
