import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createListing,
  createResort,
  createUser,
  dayAhead,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { availabilityQuery, weeksQuery } from './testing/operations.ts';

let server: TestServer;
let resortId: string;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  resortId = (await createResort(server, { weekRule: 'saturday' })).id;
});

afterAll(() => server.close());

/** Empties the caches first, so that what was just written is visible. */
async function weeks(variables: object = {}) {
  await server.emptyCaches();
  const { data, errors } = await server.graphql(weeksQuery, { id: resortId, ...variables });
  expect(errors).toEqual([]);
  return data?.resort?.weeks;
}

const titles = async (variables: object = {}) =>
  (await weeks(variables))?.edges.map(({ node }) => node.title);

async function free(variables: { from?: string; to?: string } = {}) {
  await server.emptyCaches();
  const { data, errors } = await server.graphql(availabilityQuery, { id: resortId, ...variables });
  expect(errors).toEqual([]);
  return data?.resort?.availability;
}

const listing = (title: string, from: string, given: object = {}) =>
  createListing(server, { resortId, title, availableFrom: from, ...given });

const book = async (listingId: string, from: string, to: string, status = 'confirmed') => {
  await server.prisma.booking.create({
    data: {
      resortId,
      listingId,
      userId: (await createUser(server)).id,
      checkIn: new Date(from),
      checkOut: new Date(to),
      guests: 2,
      totalPriceCents: 1,
      status: status as 'confirmed',
    },
  });
};

describe('weeks of a resort', () => {
  it('have a title, dates, a size and prices', async () => {
    await listing('Top floor', '2099-01-03', {
      availableTo: new Date('2099-01-17'),
      pricePerNightCents: 19_950,
      maxGuests: 6,
      bedrooms: 2,
      isForSale: true,
      salePriceCents: 1_200_000,
    });
    expect((await weeks())?.edges[0]?.node).toMatchObject({
      title: 'Top floor',
      description: 'Two rooms and a balcony.',
      availableFrom: '2099-01-03',
      availableTo: '2099-01-17',
      nights: 14,
      weekNumbers: [1, 2],
      pricePerNight: { amount: 19_950, currency: 'USD' },
      total: { amount: 301_644, currency: 'USD' },
      maxGuests: 6,
      bedrooms: 2,
      isForSale: true,
      salePrice: { amount: 1_200_000, currency: 'USD' },
    });
  });

  it.each([
    ['USD', '$199.50', '$1,508.22', '$12,000'],
    ['EUR', '€199.50', '€1,508.22', '€12,000'],
    ['JPY', '¥199.50', '¥1,508.22', '¥12,000'],
  ])('show their prices in %s, ready to be shown', async (currency, night, total, sale) => {
    const { id } = await listing('Top floor', '2099-01-03', {
      pricePerNightCents: 19_950,
      isForSale: true,
      salePriceCents: 1_200_000,
      maintenanceFeeCents: 85_000,
      currency,
    });
    const answer = await server.graphqlText(
      `query ($id: ID!) { node(id: $id) { ... on Listing {
        pricePerNight { amount currency formatted } total { amount currency formatted }
        salePrice { formatted } facts { maintenanceFee { amount currency } } } } }`,
      { id: globalId('Listing', id) },
    );
    expect(answer.data).toEqual({
      node: {
        pricePerNight: { amount: 19_950, currency, formatted: night },
        total: { amount: 150_822, currency, formatted: total },
        salePrice: { formatted: sale },
        facts: { maintenanceFee: { amount: 85_000, currency } },
      },
    });
  });

  it('have a total beyond the range of Int', async () => {
    await listing('A year', '2099-01-01', {
      availableTo: new Date('2099-12-31'),
      pricePerNightCents: 10_000_000,
    });
    expect((await weeks())?.edges[0]?.node.total.amount).toBe(3_931_200_000);
  });

  it('are numbered by the rule of the resort', async () => {
    const numbers = async () => (await weeks())?.edges[0]?.node.weekNumbers;
    await listing('Early', '2099-01-02');
    expect(await numbers()).toEqual([52]);
    await server.prisma.resort.update({ where: { id: resortId }, data: { weekRule: 'friday' } });
    expect(await numbers()).toEqual([1]);
  });

  it('are the listings on offer with a free night, and say which are left', async () => {
    await listing('Over', dayAhead(-7));
    await listing('Begun', dayAhead(-1));
    await listing('Today', dayAhead(0));
    await listing('Pending', dayAhead(1), { contractVerificationStatus: 'pending' });
    await listing('Rejected', dayAhead(1), { contractVerificationStatus: 'rejected' });
    await listing('Withdrawn', dayAhead(1), { isActive: false });
    const taken = await listing('Taken', dayAhead(2));
    const held = await listing('Held', dayAhead(2));
    const asked = await listing('Asked for', dayAhead(3));
    await createListing(server, { resortId: (await createResort(server)).id, title: 'Elsewhere' });
    await book(taken.id, dayAhead(2), dayAhead(9));
    await book(held.id, dayAhead(2), dayAhead(3), 'held');
    await book(asked.id, dayAhead(3), dayAhead(10), 'declined');
    await book(asked.id, dayAhead(3), dayAhead(10), 'cancelled');
    expect(await titles()).toEqual(['Begun', 'Today', 'Held', 'Asked for']);
    expect((await weeks())?.edges[2]?.node).toMatchObject({
      nights: 7,
      freeNights: 6,
      freeStays: [
        {
          checkIn: dayAhead(3),
          checkOut: dayAhead(9),
          nights: 6,
          total: { formatted: '$972' },
        },
      ],
    });
  });

  it('disappear as soon as they are booked', async () => {
    const { id } = await listing('Free', dayAhead(5));
    const shown = async () => {
      const { data } = await server.graphql(weeksQuery, { id: resortId });
      return data?.resort?.weeks.edges.length;
    };
    await expect.poll(shown).toBe(1);
    await book(id, dayAhead(5), dayAhead(12));
    await expect.poll(shown).toBe(0);
  });

  it('are paged in both directions, earliest first', async () => {
    for (const [index, days] of [9, 3, 3, 3, 20, 1, 14].entries()) {
      await listing(`Week ${index}`, dayAhead(days));
    }
    const order = (await titles()) ?? [];
    expect(order.map((title) => title.slice(5)).filter((n) => !'123'.includes(n))).toEqual([
      '5',
      '0',
      '6',
      '4',
    ]);
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await weeks({ first: 2, after });
      seen.push(...(page?.edges.map(({ node }) => node.title) ?? []));
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after);
    expect(seen).toEqual(order);
    const last = await weeks({ last: 3 });
    expect(last?.edges.map(({ node }) => node.title)).toEqual(order.slice(-3));
    expect(await titles({ last: 3, before: last?.pageInfo.startCursor })).toEqual(
      order.slice(1, 4),
    );
  });

  it('can be filtered by month or night', async () => {
    await listing('January', '2099-01-24');
    await listing('Both', '2099-01-28');
    await listing('February', '2099-02-07');
    await listing('Until March', '2099-02-22');
    expect(await titles({ month: '2099-01' })).toEqual(['January', 'Both']);
    expect(await titles({ month: '2099-02' })).toEqual(['Both', 'February', 'Until March']);
    // It ends on 1 March: its last night is in February.
    expect(await titles({ month: '2099-03' })).toEqual([]);
    expect(await titles({ night: '2099-01-30' })).toEqual(['January', 'Both']);
    expect(await titles({ night: '2099-01-31' })).toEqual(['Both']);
    expect(await titles({ night: '2099-02-04' })).toEqual([]);
  });

  it.each([
    [{ month: '2099-13' }, 'A month is written like 2027-02'],
    [{ month: '2099-1' }, 'A month is written like 2027-02'],
    [{ night: '0099-02-03' }, 'A night is written like 2027-02-13'],
    [
      { night: '2099-02-30' },
      'Variable "$night" got invalid value "2099-02-30"; A Date is written like 2026-11-21',
    ],
    [{ after: 'x' }, 'The cursor in after does not belong to this list'],
  ])('refuse %j', async (wrong, message) => {
    const answer = await server.graphql(weeksQuery, { id: resortId, ...wrong });
    expect(answer.errors.map((error) => [error.message, error.extensions?.code])).toEqual([
      [message, 'BAD_USER_INPUT'],
    ]);
  });
});

describe('availability', () => {
  it('lists the nights that a listing offers and no booking takes', async () => {
    const one = await listing('One', '2099-02-07');
    await listing('Two', '2099-02-12', { availableTo: new Date('2099-02-15') });
    await listing('Hidden', '2099-02-20', { contractVerificationStatus: 'pending' });
    await book(one.id, '2099-02-09', '2099-02-13');
    await book(one.id, '2099-02-07', '2099-02-08', 'declined');
    expect(await free({ from: '2099-02-01', to: '2099-03-01' })).toEqual({
      from: '2099-02-01',
      to: '2099-03-01',
      // One: 7, 8 and 13; Two: 12, 13 and 14. On the day of departure no night is offered.
      nights: ['2099-02-07', '2099-02-08', '2099-02-12', '2099-02-13', '2099-02-14'],
    });
    expect((await free({ from: '2099-02-08', to: '2099-02-13' }))?.nights).toEqual([
      '2099-02-08',
      '2099-02-12',
    ]);
  });

  it('defaults to the month of the next week', async () => {
    await listing('Past', dayAhead(-40));
    await listing('Later', '2099-05-09');
    await listing('Next', '2099-04-29', { availableTo: new Date('2099-05-02') });
    expect(await free()).toEqual({
      from: '2099-04-01',
      to: '2099-05-01',
      nights: ['2099-04-29', '2099-04-30'],
    });
    expect((await free({ from: '2099-12-01' }))?.to).toBe('2100-01-01');
  });

  it('defaults to this month if there is no week', async () => {
    expect(await free()).toMatchObject({ from: `${dayAhead(0).slice(0, 7)}-01`, nights: [] });
  });

  it.each([
    [{ from: '0099-02-01' }, 'A day is written like 2027-02-13'],
    [
      { from: '2099-02-31' },
      'Variable "$from" got invalid value "2099-02-31"; A Date is written like 2026-11-21',
    ],
    [{ from: '2099-02-01', to: '2099-02-01' }, 'to must be 1 to 400 days after from'],
    [{ from: '2099-02-01', to: '2101-02-01' }, 'to must be 1 to 400 days after from'],
    [{ to: '2099-02-01' }, 'to must be 1 to 400 days after from'],
  ])('refuses %j', async (span, message) => {
    const answer = await server.graphql(availabilityQuery, { id: resortId, ...span });
    expect(answer.errors.map((error) => error.message)).toEqual([message]);
  });
});

describe('a listing by its id', () => {
  it('is public while on offer; otherwise only its owner and administrators see it', async () => {
    const owner = await signedInUser(server);
    const { id } = await listing('Mine', dayAhead(10), {
      ownerId: owner.user.id,
      contractVerificationStatus: 'pending',
    });
    const read = async (cookie?: string) => {
      const answer = await server.graphqlText<{ node: unknown }>(
        'query ($id: ID!) { node(id: $id) { ... on Listing { title } } }',
        { id: globalId('Listing', id) },
        { cookie },
      );
      return answer.data?.node;
    };
    const other = await signedInUser(server);
    const admin = await signedInUser(server, { role: 'admin' });
    expect(await read()).toBeNull();
    expect(await read(other.cookie)).toBeNull();
    expect(await read(owner.cookie)).toEqual({ title: 'Mine' });
    expect(await read(admin.cookie)).toEqual({ title: 'Mine' });
    await server.prisma.listing.update({
      where: { id },
      data: { contractVerificationStatus: 'verified' },
    });
    expect(await read()).toEqual({ title: 'Mine' });
    await server.prisma.listing.update({ where: { id }, data: { isActive: false } });
    expect(await read(other.cookie)).toBeNull();
  });
});
