import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { held, hold, makeScene } from '#api/modules/bookings/testing/flow.ts';
import { smallestPayment } from '#common/stripeAmounts.ts';
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

it('currencies that are paid whole are the same in the database, and no part of them is charged', async () => {
  const currencies = Intl.supportedValuesOf('currency');
  const rows = await server.prisma.$queryRaw<{ currency: string; unit: number }[]>`
    SELECT currency, smallest_payment_cents(currency) AS unit FROM unnest(${currencies}::text[]) AS currency`;
  expect(rows.map(({ unit }) => unit)).toEqual(currencies.map(smallestPayment));
  expect(chargeProblem({ amount: 1_234_567, currency: 'JPY' })).toBe(
    'The stay would cost ¥12,345.67. A card can be charged only whole JPY',
  );
  const scene = await makeScene(server, { isInstant: true, pricePerNightCents: 200_000 });
  const { databaseId: bookingId } = await held(server, scene);
  await expect(
    server.prisma.paymentOperation.create({
      data: {
        ...{ bookingId, kind: 'charge', provider: 'sandbox', currency: 'JPY' },
        amountCents: 1_234_567,
        ...{ createdAt: new Date(), dueAt: new Date() },
      },
    }),
  ).rejects.toThrow('The currency is paid whole');
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
