import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { StayOfResortQueryVariables } from '#api/generated/operations/graphql.ts';
import { yearsAhead } from '#common/days.ts';
import { createListing, createResort, globalId } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const stayQuery = graphql(`
  query StayOfResort($id: ID!, $checkIn: Date!, $checkOut: Date!, $guests: Int, $listingId: ID) {
    resort(id: $id) {
      stay(checkIn: $checkIn, checkOut: $checkOut, guests: $guests, listingId: $listingId) {
        checkIn
        checkOut
        nights
        total {
          formatted
        }
        listing {
          title
        }
      }
    }
  }
`);

let server: TestServer;
let resortId: string;
let villa: string;

const year = yearsAhead(1).slice(0, 4);
const day = (monthAndDay: string): string => `${year}-${monthAndDay}`;

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server, { name: 'Palm Bay' })).id;
  const other = await createResort(server, { name: 'Lake House' });
  const offer = (title: string, more: Partial<Parameters<typeof createListing>[1]>) =>
    createListing(server, {
      title,
      resortId,
      availableFrom: new Date(day('06-05')),
      availableTo: new Date(day('06-19')),
      ...more,
    });
  await offer('Studio', { pricePerNightCents: 10_000, maxGuests: 2 });
  await offer('Dear cleaning', {
    pricePerNightCents: 9_000,
    cleaningFeeCents: 9_000,
    maxGuests: 2,
  });
  villa = (await offer('Villa', { pricePerNightCents: 20_000, maxGuests: 6 })).id;
  await offer('Elsewhere', { pricePerNightCents: 1_000, resortId: other.id });
  await offer('Hidden', { pricePerNightCents: 1_000, isActive: false });
});

afterAll(() => server.close());

async function stay(
  asked: Omit<StayOfResortQueryVariables, 'id' | 'checkIn' | 'checkOut'>,
  [from, to] = ['06-06', '06-09'],
) {
  const { data, errors } = await server.graphql(stayQuery, {
    id: resortId,
    checkIn: day(from ?? ''),
    checkOut: day(to ?? ''),
    ...asked,
  });
  expect(errors).toEqual([]);
  return data?.resort?.stay;
}

describe('The stay of a resort in given nights', () => {
  it('is the one with the lowest total that takes the guests, fees included', async () => {
    expect(await stay({})).toEqual({
      checkIn: day('06-06'),
      checkOut: day('06-09'),
      nights: 3,
      total: { formatted: '$324' },
      listing: { title: 'Studio' },
    });
    expect(await stay({ guests: 2 })).toMatchObject({ listing: { title: 'Studio' } });
    expect(await stay({ guests: 3 })).toMatchObject({
      total: { formatted: '$648' },
      listing: { title: 'Villa' },
    });
    expect(await stay({ guests: 7 })).toBeNull();
  });

  it('is in the listing asked for, by either id, or nowhere', async () => {
    for (const listingId of [villa, globalId('Listing', villa)]) {
      expect(await stay({ listingId })).toMatchObject({ listing: { title: 'Villa' } });
    }
    for (const listingId of ['none', resortId]) {
      expect(await stay({ listingId })).toBeNull();
    }
  });

  it('has as many nights as its owner asks for, or is in another listing', async () => {
    const { id } = await createListing(server, {
      title: 'Loft',
      resortId,
      availableFrom: new Date(day('06-05')),
      availableTo: new Date(day('06-12')),
      pricePerNightCents: 5_000,
      minNights: 4,
    });
    const titleOf = async (...nights: [string, string]) => (await stay({}, nights))?.listing.title;
    expect(await titleOf('06-05', '06-08')).toBe('Studio');
    expect(await titleOf('06-05', '06-09')).toBe('Loft');
    expect(await stay({ listingId: id }, ['06-09', '06-12'])).toBeNull();
    await server.prisma.listing.update({ where: { id }, data: { minNights: null } });
    expect(await titleOf('06-05', '06-11')).toBe('Studio');
    expect(await titleOf('06-05', '06-12')).toBe('Loft');
    await server.prisma.listing.delete({ where: { id } });
  });

  it('is missing once one of its nights is taken, and still there for the others', async () => {
    const user = await server.prisma.user.findFirstOrThrow();
    await server.prisma.booking.create({
      data: {
        resortId,
        listingId: villa,
        userId: user.id,
        checkIn: new Date(day('06-12')),
        checkOut: new Date(day('06-14')),
        guests: 2,
        totalPriceCents: 40_000,
        status: 'confirmed',
      },
    });
    await server.emptyCaches();
    const inVilla = { listingId: villa };
    expect(await stay(inVilla, ['06-11', '06-13'])).toBeNull();
    expect(await stay(inVilla, ['06-13', '06-15'])).toBeNull();
    expect(await stay(inVilla, ['06-05', '06-12'])).toMatchObject({ nights: 7 });
    expect(await stay(inVilla, ['06-14', '06-19'])).toMatchObject({ nights: 5 });
    expect(await stay(inVilla, ['06-18', '06-20'])).toBeNull();
    expect(await stay(inVilla, ['06-04', '06-06'])).toBeNull();
  });

  it.each([
    [['06-09', '06-06'], {}, 'checkOut', 'checkOut must be after checkIn'],
    [['06-06', '06-06'], {}, 'checkOut', 'checkOut must be after checkIn'],
    [['06-01', '08-01'], {}, 'checkOut', 'A stay may have at most 60 nights'],
    [['06-06', '06-09'], { guests: 0 }, 'guests', 'guests must be a whole number, 1 to 30'],
    [['06-06', '06-09'], { guests: 31 }, 'guests', 'guests must be a whole number, 1 to 30'],
  ])('is refused from %j with %j, naming %s', async ([from, to], asked, field, message) => {
    const { errors } = await server.graphql(stayQuery, {
      id: resortId,
      checkIn: day(from ?? ''),
      checkOut: day(to ?? ''),
      ...asked,
    });
    expect(errors).toMatchObject([{ extensions: { fieldErrors: [{ field, message }] } }]);
  });
});
