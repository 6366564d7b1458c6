import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { StayCalendarQueryVariables } from '#api/generated/operations/graphql.ts';
import { addDays, isoDay, yearsAhead } from '#common/days.ts';
import { bookingData, createListing, createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const stayCalendarQuery = graphql(`
  query StayCalendar($id: ID!, $from: Date, $months: Int, $guests: Int) {
    resort(id: $id) {
      seasons {
        name
        firstWeek
        lastWeek
      }
      stayCalendar(from: $from, months: $months, guests: $guests) {
        from
        to
        nights {
          date
          price {
            formatted
          }
          shortestStay {
            checkIn
            checkOut
            isWhole
          }
          departures {
            from
            to
          }
        }
      }
    }
  }
`);

type Listing = Partial<Parameters<typeof createListing>[1]>;

let server: TestServer;
let resortId: string;

const year = yearsAhead(1).slice(0, 4);
const day = (monthAndDay: string): string => `${year}-${monthAndDay}`;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  resortId = (await createResort(server, { timezone: 'Pacific/Honolulu' })).id;
});

afterAll(() => server.close());

const offer = (from: string, to: string, more: Listing = {}) =>
  createListing(server, {
    resortId,
    availableFrom: new Date(from),
    availableTo: new Date(to),
    pricePerNightCents: 10_000,
    maxGuests: 2,
    ...more,
  });

async function calendar(asked: Omit<StayCalendarQueryVariables, 'id'> = {}) {
  const { data, errors } = await server.graphql(stayCalendarQuery, { id: resortId, ...asked });
  expect(errors).toEqual([]);
  const { from, to, nights = [] } = data?.resort?.stayCalendar ?? {};
  return {
    months: `${from} ${to}`,
    nights: nights.map(
      ({ date, price, departures }) =>
        `${date} ${price.formatted} ${departures.at(-1)?.to ?? 'no arrival'}`,
    ),
    stays: nights.map(({ date, shortestStay, departures }) => {
      const { checkIn, checkOut, isWhole } = shortestStay;
      const days = departures.map(({ from, to }) => `${from.slice(8)}-${to.slice(8)}`);
      return `${date.slice(8)}: ${checkIn.slice(8)}-${checkOut.slice(8)}${isWhole ? ' whole' : ''}, ${days.join(' ') || 'none'}`;
    }),
  };
}

describe('The calendar of a resort', () => {
  it('has for each free night the lowest price and how long a stay can be', async () => {
    await offer(day('06-05'), day('06-09'));
    await offer(day('06-07'), day('06-11'), { pricePerNightCents: 8_000 });
    await offer(day('06-01'), day('06-30'), { isActive: false });
    const elsewhere = await createResort(server);
    await offer(day('06-01'), day('06-30'), { resortId: elsewhere.id });
    expect(await calendar({ from: day('06-20') })).toMatchObject({
      months: `${day('06-01')} ${day('07-01')}`,
      nights: [
        `${day('06-05')} $100 ${day('06-09')}`,
        `${day('06-06')} $100 ${day('06-09')}`,
        `${day('06-07')} $80 ${day('06-11')}`,
        `${day('06-08')} $80 ${day('06-11')}`,
        `${day('06-09')} $80 ${day('06-11')}`,
        `${day('06-10')} $80 ${day('06-11')}`,
      ],
    });
  });

  it('says how few nights a stay can have, and on which days it can end', async () => {
    const june = async () => (await calendar({ from: day('06-01') })).stays;
    await offer(day('06-05'), day('06-09'), { minNights: 3 });
    expect(await june()).toEqual([
      '05: 05-08, 08-09',
      '06: 06-09, 09-09',
      // Too late to arrive: the shortest stay with them began before.
      '07: 06-09, none',
      '08: 06-09, none',
    ]);
    await offer(day('06-07'), day('06-11'), { minNights: null });
    expect((await june()).slice(2)).toEqual([
      '07: 07-11 whole, 11-11',
      '08: 06-09, none',
      '09: 07-11 whole, none',
      '10: 07-11 whole, none',
    ]);
    // Nights of one listing, or four and more of the other.
    await offer(day('06-05'), day('06-06'), { minNights: 1 });
    expect((await june())[0]).toBe('05: 05-06 whole, 06-06 08-09');
  });

  it('lacks booked nights, and follows a booking at once', async () => {
    const { id } = await offer(day('06-05'), day('06-12'));
    const june = { from: day('06-01') };
    expect((await calendar(june)).nights).toHaveLength(7);
    const user = await server.prisma.user.findFirstOrThrow();
    await server.prisma.booking.create({
      data: {
        ...bookingData,
        resortId,
        listingId: id,
        userId: user.id,
        checkIn: new Date(day('06-07')),
        checkOut: new Date(day('06-10')),
        status: 'confirmed',
      },
    });
    await server.emptyCaches();
    expect((await calendar(june)).nights).toEqual([
      `${day('06-05')} $100 ${day('06-07')}`,
      `${day('06-06')} $100 ${day('06-07')}`,
      `${day('06-10')} $100 ${day('06-12')}`,
      `${day('06-11')} $100 ${day('06-12')}`,
    ]);
  });

  it('has only listings that take the guests', async () => {
    await offer(day('06-05'), day('06-07'));
    await offer(day('06-06'), day('06-08'), { maxGuests: 4, pricePerNightCents: 25_000 });
    const nights = async (guests: number) =>
      (await calendar({ from: day('06-01'), guests })).nights;
    expect(await nights(2)).toContain(`${day('06-06')} $100 ${day('06-08')}`);
    expect(await nights(3)).toEqual([
      `${day('06-06')} $250 ${day('06-08')}`,
      `${day('06-07')} $250 ${day('06-08')}`,
    ]);
    expect(await nights(5)).toEqual([]);
  });

  it('shows US dollars before other currencies', async () => {
    await offer(day('06-05'), day('06-07'), { currency: 'EUR', pricePerNightCents: 1_000 });
    await offer(day('06-06'), day('06-07'));
    expect((await calendar({ from: day('06-01') })).nights).toEqual([
      `${day('06-05')} €10 ${day('06-07')}`,
      `${day('06-06')} $100 ${day('06-07')}`,
    ]);
  });

  it('has stays of 60 nights at most, also beyond its months', async () => {
    await offer(day('03-30'), day('09-01'));
    const { months, nights } = await calendar({ from: day('03-01') });
    expect(months).toBe(`${day('03-01')} ${day('04-01')}`);
    expect(nights).toEqual([
      `${day('03-30')} $100 ${addDays(day('03-30'), 60)}`,
      `${day('03-31')} $100 ${addDays(day('03-31'), 60)}`,
    ]);
  });

  it('begins with the month of the first free night, or the current one', async () => {
    const { today } = await server.prisma.timeZone.findUniqueOrThrow({
      where: { name: 'Pacific/Honolulu' },
    });
    const month = isoDay(today).slice(0, 7);
    expect(await calendar()).toMatchObject({ nights: [] });
    expect((await calendar()).months).toMatch(`${month}-01 `);
    await offer(day('12-29'), `${Number(year) + 1}-01-02`);
    const { months, nights } = await calendar({ months: 2 });
    expect(months).toBe(`${day('12-01')} ${Number(year) + 1}-02-01`);
    expect(nights).toHaveLength(4);
    expect((await calendar({ months: 12 })).nights).toHaveLength(4);
  });

  it.each([
    [{ from: '1999-12-31' }, 'from', 'from must be a day of the years 2000 to 2199'],
    [{ from: '2200-01-01' }, 'from', 'from must be a day of the years 2000 to 2199'],
    [{ months: 0 }, 'months', 'months must be a whole number, 1 to 12'],
    [{ months: 13 }, 'months', 'months must be a whole number, 1 to 12'],
    [{ guests: 0 }, 'guests', 'guests must be a whole number, 1 to 30'],
    [{ guests: 31 }, 'guests', 'guests must be a whole number, 1 to 30'],
  ])('refuses %j', async (asked, field, message) => {
    const { errors } = await server.graphql(stayCalendarQuery, { id: resortId, ...asked });
    expect(errors).toMatchObject([{ extensions: { fieldErrors: [{ field, message }] } }]);
  });
});

it('The seasons of a resort are in the order of their weeks', async () => {
  await server.prisma.resortSeason.createMany({
    data: [
      { resortId, name: 'White', firstWeek: 9, lastWeek: 49 },
      { resortId, name: 'Red', firstWeek: 50, lastWeek: 53 },
      { resortId, name: 'Red', firstWeek: 1, lastWeek: 8 },
    ],
  });
  const { data } = await server.graphql(stayCalendarQuery, { id: resortId });
  expect(data?.resort?.seasons).toEqual([
    { name: 'Red', firstWeek: 1, lastWeek: 8 },
    { name: 'White', firstWeek: 9, lastWeek: 49 },
    { name: 'Red', firstWeek: 50, lastWeek: 53 },
  ]);
});
