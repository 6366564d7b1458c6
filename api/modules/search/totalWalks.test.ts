import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDepth } from '#api/testing/depth.ts';
import { createResort, createUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { quote } from '../pricing/quote.ts';
import { findWeeks } from '../weeks/weeks.ts';

let server: TestServer;
let ownerId: string;
/** Basis points by resort. */
const taxes = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  ownerId = (await createUser(server)).id;
  for (const rateBps of [0, 50, 1_275]) {
    const destination = `Place ${rateBps}`;
    const { id } = await createResort(server, { destination, name: `Harbour ${rateBps}` });
    await server.prisma.occupancyTax.update({ where: { destination }, data: { rateBps } });
    taxes.set(id, rateBps);
  }
});

afterAll(() => server.close());

/** Many have the same price, or one that differs by a cent only after rounding. */
const terms = fc.record({
  resort: fc.nat({ max: 2 }),
  currency: fc.constantFrom('EUR', 'USD', 'USD'),
  pricePerNightCents: fc.oneof(
    fc.integer({ min: 10_000, max: 10_020 }),
    fc.integer({ min: 100, max: 10_000_000 }),
  ),
  cleaningFeeCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 150 }), fc.nat(1_000_000)),
});

it('lists by total are in order, whole and without repetition, for any nights and in pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(terms, { minLength: 30, maxLength: 120 }),
      fc.constantFrom(1, 2, 3, 10, 21, 60),
      fc.integer({ min: 2, max: 20 }),
      fc.constantFrom(undefined, 'harbour'),
      async (offers, nights, size, text) => {
        await server.pool.query('TRUNCATE listings CASCADE');
        const resortIds = [...taxes.keys()];
        const listings = offers.map(({ resort, ...offer }) => ({
          ...offer,
          id: randomUUID(),
          resortId: resortIds[resort] ?? '',
        }));
        await server.prisma.listing.createMany({
          data: listings.map((listing) => ({
            ...listing,
            ownerId,
            title: 'A week by the harbour',
            description: 'Two rooms.',
            availableFrom: new Date(dayAhead(30)),
            availableTo: new Date(dayAhead(100)),
            contractVerificationStatus: 'verified',
          })),
        });
        await server.emptyCaches();
        const totals = new Map<string, number>(
          listings.map((listing) => {
            const rates = { taxBps: taxes.get(listing.resortId) ?? 0, serviceFeeBps: 800 };
            return [listing.id, quote({ ...listing, ...rates }, nights).totalCents];
          }),
        );
        const sorted = [...listings]
          .sort(
            (one, other) =>
              compare(one.currency, other.currency) ||
              compare(totals.get(one.id) ?? 0, totals.get(other.id) ?? 0) ||
              compare(one.id, other.id),
          )
          .map(({ id }): string => id);
        const filter = { minNights: nights, maxNights: nights };
        for (const sort of ['LOWEST_TOTAL', 'HIGHEST_TOTAL'] as const) {
          const found: string[] = [];
          let from: string | undefined;
          do {
            const page = await findWeeks(
              server.deps,
              { text, filter, sort },
              { direction: 'forward', size, from },
            );
            for (const { node } of page.edges) {
              found.push(node.listingId);
              expect(node.total.amount).toBe(totals.get(node.listingId));
            }
            from = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
          } while (from !== undefined);
          expect(found).toEqual(sort === 'LOWEST_TOTAL' ? sorted : sorted.toReversed());
        }
      },
    ),
    { numRuns: inDepth(5, 300) },
  );
});

const compare = <Value extends number | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;
