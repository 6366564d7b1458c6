import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDepth } from '#api/testing/depth.ts';
import { createResort, createUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { quote } from '../pricing/quote.ts';

let server: TestServer;
/** By how often they have cancelled. */
let ownerIds: string[];
/** Basis points by resort. */
const taxes = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  ownerIds = [];
  for (const ownerCancellations of [0, 1, 2]) {
    ownerIds.push((await createUser(server, { ownerCancellations })).id);
  }
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
  cancellations: fc.nat({ max: 2 }),
  currency: fc.constantFrom('EUR', 'USD', 'USD'),
  pricePerNightCents: fc.oneof(
    fc.integer({ min: 10_000, max: 10_020 }),
    fc.integer({ min: 100, max: 10_000_000 }),
  ),
  cleaningFeeCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 150 }), fc.nat(1_000_000)),
});

const sorts = ['EARLIEST', 'LOWEST_TOTAL', 'HIGHEST_TOTAL'] as const;

interface WeeksPage {
  edges: { node: { total: { amount: number }; listing: { databaseId: string } } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string;
    endCursor: string;
  };
}

/** All pages of weeks in the order of the list, as listing ids with their totals. */
async function pagesOf(
  asked: { query: string | undefined; filter: object; sort: string },
  direction: 'forward' | 'backward',
  size: number,
): Promise<[string, number][]> {
  const found: [string, number][] = [];
  const [count, from] = direction === 'forward' ? ['first', 'after'] : ['last', 'before'];
  let cursor: string | null = null;
  do {
    const answer: { data?: unknown; errors: unknown[] } = await server.graphqlText(
      `query Pages($query: String, $filter: ResortFilter, $sort: WeekSort, $size: Int, $cursor: String) {
        weeks(query: $query, filter: $filter, sort: $sort, ${count}: $size, ${from}: $cursor) {
          edges { node { total { amount } listing { databaseId } } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }`,
      { ...asked, size, cursor },
    );
    expect(answer.errors).toEqual([]);
    const { edges, pageInfo }: WeeksPage = (answer.data as { weeks: WeeksPage }).weeks;
    const page = edges.map(({ node }): [string, number] => [
      node.listing.databaseId,
      node.total.amount,
    ]);
    if (direction === 'forward') {
      found.push(...page);
      cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } else {
      found.unshift(...page);
      cursor = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
    }
  } while (cursor !== null);
  return found;
}

it('lists of weeks are in order, whole and without repetition, for any nights and in pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(terms, { minLength: 30, maxLength: 120 }),
      fc.constantFrom(1, 2, 3, 7, 10, 21, 60),
      fc.integer({ min: 2, max: 20 }),
      fc.constantFrom(undefined, 'harbour'),
      async (offers, nights, size, text) => {
        await server.pool.query('TRUNCATE listings CASCADE');
        const resortIds = [...taxes.keys()];
        const listings = offers.map(({ resort, cancellations, ...offer }) => ({
          ...offer,
          id: randomUUID(),
          ownerId: ownerIds[cancellations] ?? '',
          resortId: resortIds[resort] ?? '',
        }));
        await server.prisma.listing.createMany({
          data: listings.map((listing) => ({
            ...listing,
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
        const rankOf = ({ ownerId }: { ownerId: string }) => ownerIds.indexOf(ownerId);
        const sign = { EARLIEST: 0, LOWEST_TOTAL: 1, HIGHEST_TOTAL: -1 };
        const filter = { minNights: nights, maxNights: nights };
        for (const sort of sorts) {
          const expected = [...listings]
            .sort(
              (one, other) =>
                sign[sort] *
                  (compare(one.currency, other.currency) ||
                    compare(totals.get(one.id) ?? 0, totals.get(other.id) ?? 0)) ||
                rankOf(one) - rankOf(other) ||
                (sign[sort] || 1) * compare(one.id, other.id),
            )
            .map(({ id }): [string, number] => [id, totals.get(id) ?? 0]);
          for (const direction of ['forward', 'backward'] as const) {
            expect(await pagesOf({ query: text, filter, sort }, direction, size)).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: inDepth(5, 300) },
  );
});

const compare = <Value extends number | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;
