import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { WeekMonthsQueryVariables } from '#api/generated/operations/graphql.ts';
import { createListing, createResort, listingData } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, isoDay, yearsAhead } from '#common/days.ts';

const weekMonthsQuery = graphql(`
  query WeekMonths($query: String, $filter: ResortFilter) {
    weekMonths(query: $query, filter: $filter) {
      month
      lowestTotal {
        amount
        currency
      }
    }
  }
`);

let server: TestServer;

const year = Number(yearsAhead(1).slice(0, 4));

beforeAll(async () => {
  server = await startTestServer();
  const resort = await createResort(server, { name: 'Palm Bay', destination: 'Aruba' });
  const inland = await createResort(server, { name: 'Lake House', destination: 'Utah' });
  const week = (
    from: string,
    to: string,
    more: Partial<Parameters<typeof createListing>[1]> = {},
  ) =>
    createListing(server, {
      resortId: resort.id,
      availableFrom: new Date(`${year}-${from}`),
      availableTo: new Date(`${year}-${to}`),
      pricePerNightCents: 10_000,
      ...more,
    });
  await week('06-05', '06-12', { maxGuests: 6 });
  // A week in it can begin on any day from June 26 to July 5.
  await week('06-26', '07-12', { pricePerNightCents: 9_000, maxGuests: 2 });
  // A week that begins in August would end after it.
  await week('07-20', '08-03', { maxGuests: 2 });
  await week('08-14', '08-17', { maxGuests: 2 });
  await week('06-12', '06-19', { currency: 'EUR', pricePerNightCents: 1_000, maxGuests: 2 });
  await week('12-05', '12-12', { currency: 'EUR', pricePerNightCents: 1_000, maxGuests: 2 });
  await week('05-01', '05-08', { resortId: inland.id, pricePerNightCents: 5_000 });
});

afterAll(() => server.close());

async function months(asked: WeekMonthsQueryVariables = {}): Promise<string[]> {
  const { data, errors } = await server.graphql(weekMonthsQuery, asked);
  expect(errors).toEqual([]);
  return (data?.weekMonths ?? []).map(
    ({ month, lowestTotal }) => `${month.slice(5)}: ${lowestTotal.amount} ${lowestTotal.currency}`,
  );
}

const aruba = { destination: 'Aruba' };

describe('weekMonths', () => {
  it.each<[string, WeekMonthsQueryVariables, string[]]>([
    [
      'all weeks, in the currency of most of them if there is a price in it',
      { filter: aruba },
      ['06: 68040 USD', '07: 68040 USD', '08: 32400 USD', '12: 7560 EUR'],
    ],
    [
      'the nights asked for',
      { filter: { ...aruba, minNights: 3, maxNights: 3 }, query: 'under $400' },
      ['06: 29160 USD', '07: 29160 USD', '08: 32400 USD'],
    ],
    ['guests', { filter: { ...aruba, guests: 4 } }, ['06: 75600 USD']],
    ['a text', { query: 'lake house' }, ['05: 37800 USD']],
    [
      'all months, whatever month is chosen',
      { filter: { arrivalFrom: `${year}-08-01`, arrivalTo: `${year}-08-31`, guests: 6 } },
      ['06: 75600 USD'],
    ],
    [
      'all months, whatever month the text names',
      { query: `lake house august ${year}` },
      ['05: 37800 USD'],
    ],
    ['nothing', { query: 'nowhere' }, []],
  ])('have the prices of %s', async (_what, asked, expected) => {
    expect(await months(asked)).toEqual(expected);
  });

  it.each([
    ['Saturday', 6, -1],
    ['Friday', 5, 0],
  ])(
    'have weekends only in the month of their Friday if a month begins on a %s',
    async (begins, weekday, difference) => {
      const first = Array.from({ length: 12 }, (_, month) => isoDay(Date.UTC(year, month))).find(
        (day) => new Date(day).getUTCDay() === weekday,
      );
      const resort = await createResort(server, { name: `Turning House ${begins}` });
      // A weekend in it can begin on three days of either month.
      await createListing(server, {
        resortId: resort.id,
        availableFrom: new Date(addDays(first ?? '', -3)),
        availableTo: new Date(addDays(first ?? '', 5)),
        pricePerNightCents: 10_000,
      });
      await server.emptyCaches();
      const query = `turning house ${begins}`;
      expect(await months({ query, filter: { minNights: 2, maxNights: 2 } })).toHaveLength(2);
      expect(await months({ query: `${query} weekend` })).toEqual([
        `${addDays(first ?? '', difference).slice(5, 7)}: 21600 USD`,
      ]);
    },
  );

  it('refuse a filter that is not valid', async () => {
    const { errors } = await server.graphql(weekMonthsQuery, { filter: { guests: 0 } });
    expect(errors?.[0]?.extensions).toMatchObject({
      fieldErrors: [{ field: 'guests', message: 'guests must be 1 to 30' }],
    });
  });

  it('end 23 months after the first', async () => {
    const resort = await createResort(server, { name: 'Endless Sands' });
    await createListing(server, {
      resortId: resort.id,
      availableFrom: new Date(`${year}-01-01`),
      availableTo: new Date(`${year + 4}-01-01`),
    });
    await server.emptyCaches();
    expect(await months({ query: 'endless sands' })).toHaveLength(24);
  });
  it('are complete however many cheap weeks one month has', async () => {
    const resort = await createResort(server, { name: 'Crowded Cove' });
    const { ownerId } = await createListing(server, {
      resortId: resort.id,
      availableFrom: new Date(`${year}-09-05`),
      availableTo: new Date(`${year}-09-12`),
      pricePerNightCents: 90_000,
    });
    const cheap = { resortId: resort.id, ownerId, pricePerNightCents: 2_000 };
    for (const month of ['03', '07']) {
      await server.prisma.listing.createMany({
        data: Array.from({ length: 160 }, () => ({
          ...listingData,
          ...cheap,
          availableFrom: new Date(`${year}-${month}-05`),
          availableTo: new Date(`${year}-${month}-12`),
        })),
      });
    }
    await createListing(server, {
      ...cheap,
      availableFrom: new Date(`${year}-06-20`),
      // A week in it can begin in either month.
      availableTo: new Date(`${year}-07-20`),
      pricePerNightCents: 80_000,
    });
    await createListing(server, {
      ...cheap,
      availableFrom: new Date(`${year}-10-01`),
      availableTo: new Date(`${year}-11-20`),
      pricePerNightCents: 70_000,
    });
    await createListing(server, {
      ...cheap,
      currency: 'EUR',
      availableFrom: new Date(`${year}-12-05`),
      availableTo: new Date(`${year}-12-12`),
    });
    await server.emptyCaches();
    expect(await months({ query: 'crowded cove' })).toEqual([
      '03: 15120 USD',
      '06: 604800 USD',
      '07: 15120 USD',
      '09: 680400 USD',
      '10: 529200 USD',
      '11: 529200 USD',
      '12: 15120 EUR',
    ]);
  });
});
