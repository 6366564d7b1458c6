import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { createListing, createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const signsQuery = graphql(`
  query ListingSigns($id: ID!) {
    verificationListing(databaseId: $id) {
      fraudSigns {
        reason
        details
        listingId
      }
    }
  }
`);

const ownSignsQuery = graphql(`
  query OwnListingSigns {
    viewer {
      listings(first: 1) {
        edges {
          node {
            fraudSigns {
              reason
            }
          }
        }
      }
    }
  }
`);

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin' });
});

afterAll(() => server.close());

const long =
  'Two bedrooms above the harbour, with a balcony to the west, a kitchen and a fireplace.';
const longAgo = new Date(0);

async function signsOf(id: string) {
  const { data } = await server.graphql(signsQuery, { id }, { cookie: admin.cookie });
  return data?.verificationListing?.fraudSigns;
}

/** A listing of an old account at a new resort, beside others at these prices for sale. */
async function listed(
  given: Partial<Prisma.ListingUncheckedCreateInput>,
  others: Partial<Prisma.ListingUncheckedCreateInput>[],
) {
  const { id: resortId } = await createResort(server);
  const { id: ownerId } = await createUser(server, { createdAt: longAgo });
  const made = [];
  for (const other of others) made.push(await createListing(server, { resortId, ...other }));
  return {
    ...(await createListing(server, { resortId, ownerId, ...given })),
    ownerId,
    others: made,
  };
}

const forSale = (
  salePriceCents: number,
  more: Partial<Prisma.ListingUncheckedCreateInput> = {},
) => ({
  ...{ isForSale: true, salePriceCents, ownership: 'fixed' as const, use: 'annual' as const },
  ...{ season: 'Gold', weekNumber: 26, tenure: 'deeded' as const, ...more },
});

const five = [900_000, 1_000_000, 1_000_000, 1_100_000, 1_200_000];

describe('Signs of fraud in a listing', () => {
  it('name a price far below those of five comparable listings for sale', async () => {
    const { id } = await listed(
      forSale(390_000, { season: 'gold' }),
      five.map((price) => forSale(price)),
    );
    expect(await signsOf(id)).toEqual([
      {
        reason: 'PRICE_FAR_BELOW',
        details: '$3,900, and $10,000 is the median of 5 others',
        listingId: null,
      },
    ]);
  });

  it.each([
    ['only four are comparable', five.slice(1).map((price) => forSale(price))],
    [
      'one of five has another season',
      five.map((price, at) => forSale(price, at ? {} : { season: 'Red' })),
    ],
    [
      'one of five has more bedrooms',
      five.map((price, at) => forSale(price, at ? {} : { bedrooms: 3 })),
    ],
    [
      'one of five is not verified',
      five.map((price, at) =>
        forSale(price, at ? {} : { contractVerificationStatus: 'pending' as const }),
      ),
    ],
    ['it is at 40% of the median', five.map((price) => forSale(price * 0.975))],
  ])('do not name a price if %s', async (_, others) => {
    const { id } = await listed(forSale(390_000), others);
    expect(await signsOf(id)).toEqual([]);
  });

  it('name a price of nights far below that of nights at that time, however long the stays', async () => {
    const nights = { pricePerNightCents: 20_000 };
    const { id } = await listed({ pricePerNightCents: 5_000 }, Array(5).fill(nights));
    expect(await signsOf(id)).toMatchObject([{ reason: 'PRICE_FAR_BELOW' }]);
  });

  it('name a text that is nearly that of another owner, with a link', async () => {
    const { id, others } = await listed({ description: `${long} Enjoy!` }, [{ description: long }]);
    expect(await signsOf(id)).toMatchObject([
      {
        reason: 'COPIED_TEXT',
        listingId: others[0]?.id,
        details: expect.stringMatching(/% alike$/) as string,
      },
    ]);
  });

  it('do not name a text of the same owner, a short one or another one', async () => {
    const mine = await listed({ description: long }, [
      { description: 'Two rooms and a balcony.' },
      {
        description:
          'A studio in town, walk to the market, the museums and the station. No parking, no pets.',
      },
    ]);
    const again = { resortId: mine.resortId, ownerId: mine.ownerId, description: long };
    const { id } = await createListing(server, again);
    expect(await signsOf(id)).toEqual([]);
  });

  it('name a high price of a new account, and the words', async () => {
    const { id: ownerId } = await createUser(server);
    const description = 'Send the deposit to my cousin by Western Union.';
    const { id } = await listed(forSale(2_000_000, { ownerId, description }), []);
    expect(await signsOf(id)).toMatchObject([
      { reason: 'PAYMENT_OUTSIDE', details: '' },
      { reason: 'NEW_ACCOUNT_HIGH_PRICE', details: '$20,000, 0 days after signing up' },
    ]);
    const old = await listed(forSale(2_000_000), []);
    expect(await signsOf(old.id)).toEqual([]);
  });

  it('are hidden from the owner', async () => {
    const owner = await signedInUser(server);
    await listed({ ownerId: owner.user.id, description: 'Pay me in cash.' }, []);
    const { data } = await server.graphql(ownSignsQuery, {}, { cookie: owner.cookie });
    expect(data?.viewer?.listings?.edges.map(({ node }) => node.fraudSigns)).toEqual([null]);
  });
});
