import { describe, expect, it } from 'vitest';
import { dayAhead } from '#api/testing/factories.ts';
import { offeredWeek } from '#api/testing/inventory.ts';
import type { OfferedWeek } from '#api/context/sources.ts';
import { judgeWeek } from './weekInput.ts';

const from = dayAhead(30);
const labels = {
  title: 'Title',
  description: 'Description',
  unitType: 'Unit type',
  view: 'View',
  season: 'Season',
};
const long = (length: number): string => 'x'.repeat(length);

describe('an invalid week is refused with a message that names the field', () => {
  it.each<[OfferedWeek, string]>([
    [{ externalId: null }, 'Listing id is required'],
    [{ externalId: '  ' }, 'Listing id is required'],
    [{ externalId: long(201) }, 'Listing id may have at most 200 characters'],
    [{ externalId: 'a\u0000b' }, 'Listing id has a character that is not allowed'],
    [{ title: 'gro.knab\u202e' }, 'Title has a character that is not allowed'],
    [{ title: '\u200b\u2060' }, 'Title is required'],
    ...(['title', 'description', 'unitType', 'view', 'season'] as const).map(
      (field): [OfferedWeek, string] => [
        { [field]: 'Ring 202-555-0173' },
        `${labels[field]}: Take out "202-555-0173". Contact details stay private until a booking is confirmed`,
      ],
    ),
    [{ description: '\u2066two rooms' }, 'Description has a character that is not allowed'],
    [{ resortName: 'Harbour\u200f House' }, 'Resort name has a character that is not allowed'],
    [{ externalId: { id: 1 } }, 'Listing id must be text or a number, not "{"id":1}"'],
    [{ resortName: '' }, 'Resort name is required'],
    [{ resortName: long(201) }, 'Resort name may have at most 200 characters'],
    [{ resortLocation: long(201) }, 'Resort location may have at most 200 characters'],
    [{ resortBrand: long(101) }, 'Resort brand may have at most 100 characters'],
    [{ title: undefined }, 'Title is required'],
    [{ title: long(121) }, 'Title may have at most 120 characters'],
    [{ title: 'Lone \ud800 half' }, 'Title has a character that is not allowed'],
    [{ title: ['a'] }, 'Title must be text or a number, not "["a"]"'],
    [{ description: long(5_001) }, 'Description may have at most 5,000 characters'],
    [{ pricePerNight: null }, 'Price per night is required'],
    [
      { pricePerNight: 'on request' },
      'Price per night must be an amount like 149 or 149.50, not "on request"',
    ],
    [{ pricePerNight: -5 }, 'Price per night must be an amount like 149 or 149.50, not "-5"'],
    [
      { pricePerNight: '1.234,50' },
      'Price per night must be an amount like 149 or 149.50, not "1.234,50"',
    ],
    [{ pricePerNight: 1e30 }, 'Price per night must be an amount like 149 or 149.50, not "1e+30"'],
    [{ pricePerNight: 0 }, 'Price per night must be at least $1'],
    [{ pricePerNight: 0.01 }, 'Price per night must be at least $1'],
    [{ pricePerNight: 149.999 }, 'Price per night may have at most two decimals, not "149.999"'],
    [{ pricePerNight: 100_000.01 }, 'Price per night must be at most $100,000'],
    [{ currency: 'EUR' }, "Prices in EUR can't be brought in; only US dollars"],
    [{ currency: 'eur' }, "Prices in EUR can't be brought in; only US dollars"],
    [{ currency: '€' }, 'Currency must be a code like USD, not "€"'],
    [{ availableFrom: null }, 'Available from is required'],
    [
      { availableFrom: '2027-02-30' },
      'Available from must be a date like 2027-02-13, not "2027-02-30"',
    ],
    [
      { availableFrom: '13.02.2027' },
      'Available from must be a date like 2027-02-13, not "13.02.2027"',
    ],
    [
      { availableFrom: '0001-01-01' },
      'Available from must be a date like 2027-02-13, not "0001-01-01"',
    ],
    [{ availableTo: '' }, 'Available to is required'],
    [{ availableTo: 'soon' }, 'Available to must be a date like 2027-02-13, not "soon"'],
    [
      { availableTo: from },
      `Available to must be after Available from, and ${from} is not after ${from}`,
    ],
    [
      { availableTo: dayAhead(30 + 367) },
      'Available to must be at most 366 nights after Available from',
    ],
    [
      { availableFrom: dayAhead(-7), availableTo: dayAhead(-1) },
      `Available to is ${dayAhead(-1)}: the week is over`,
    ],
    [
      { availableFrom: dayAhead(366 * 5 + 2), availableTo: dayAhead(366 * 5 + 9) },
      `Available from must be within 5 years, not ${dayAhead(366 * 5 + 2)}`,
    ],
    [{ maxGuests: null }, 'Max guests is required'],
    [{ maxGuests: 0 }, 'Max guests must be a whole number from 1 to 50, not "0"'],
    [{ maxGuests: 51 }, 'Max guests must be a whole number from 1 to 50, not "51"'],
    [{ maxGuests: 2.5 }, 'Max guests must be a whole number from 1 to 50, not "2.5"'],
    [{ maxGuests: 'four' }, 'Max guests must be a whole number from 1 to 50, not "four"'],
    [{ bedrooms: 21 }, 'Bedrooms must be a whole number from 0 to 20, not "21"'],
    [{ bedrooms: -1 }, 'Bedrooms must be a whole number from 0 to 20, not "-1"'],
    [{ beds: 0 }, 'Beds must be a whole number from 1 to 40, not "0"'],
    [{ bathrooms: 1.3 }, 'Bathrooms must be 0.5 to 20, in halves, not "1.3"'],
    [{ bathrooms: 20.5 }, 'Bathrooms must be 0.5 to 20, in halves, not "20.5"'],
    [{ kitchen: 'grill' }, 'Kitchen must be one of full, kitchenette, none, not "grill"'],
    [{ checkInTime: '24:00' }, 'Check-in time must be a time like 16:00, not "24:00"'],
    [{ checkInTime: '13 PM' }, 'Check-in time must be a time like 16:00, not "13 PM"'],
    [{ checkInTime: '16' }, 'Check-in time must be a time like 16:00, not "16"'],
    [{ unitType: long(61) }, 'Unit type may have at most 60 characters'],
    [{ view: long(61) }, 'View may have at most 60 characters'],
    [
      { ownership: 'Exchange' },
      'Ownership must be one of fixed, floating, rotating, points, not "Exchange"',
    ],
    [{ season: long(41) }, 'Season may have at most 40 characters'],
    [{ weekNumber: 54 }, 'Week number must be a whole number from 1 to 53, not "54"'],
  ])('%j', (given, message) => {
    expect(judgeWeek(offeredWeek(1, given))).toMatchObject({
      week: undefined,
      problems: [message],
    });
  });

  it.each([
    ['16:00', '16:00'],
    ['9:30', '09:30'],
    ['16:00:00', '16:00'],
    ['4 PM', '16:00'],
    ['12:15 a.m.', '00:15'],
    ['12pm', '12:00'],
  ])('reads a check-in time of %s as %s', (given, checkInTime) => {
    expect(judgeWeek(offeredWeek(1, { checkInTime: given })).week).toMatchObject({ checkInTime });
  });

  it('reports all problems at once and keeps the valid fields', () => {
    expect(
      judgeWeek(offeredWeek(7, { title: '', maxGuests: 99, pricePerNight: 120, resortId: 'HH' })),
    ).toEqual({
      externalId: 'W-7',
      pricePerNightCents: 12_000,
      resort: { externalId: 'HH', name: 'Harbour House', location: '', brand: '' },
      week: undefined,
      problems: ['Title is required', 'Max guests must be a whole number from 1 to 50, not "99"'],
    });
    expect(judgeWeek({})).toMatchObject({ externalId: undefined, pricePerNightCents: undefined });
  });
});

// A backtracking regular expression for trailing zeros would take more than a day.
it('a price of 500,000 decimals is refused in linear time', () => {
  const { problems } = judgeWeek(offeredWeek(1, { pricePerNight: `1.${'0'.repeat(500_000)}1` }));
  expect(problems).toEqual([
    expect.stringMatching(/^Price per night may have at most two decimals, not "1\.0{10,100}…"$/),
  ]);
});

describe('a week may be written in several ways', () => {
  it.each<[OfferedWeek, object]>([
    [{ externalId: 12 }, { externalId: '12' }],
    [{ pricePerNight: '149' }, { pricePerNightCents: 14_900 }],
    [{ pricePerNight: '149.5' }, { pricePerNightCents: 14_950 }],
    [{ pricePerNight: '149.500' }, { pricePerNightCents: 14_950 }],
    [{ pricePerNight: '$ 1,149.05' }, { pricePerNightCents: 114_905 }],
    [{ pricePerNight: 1 }, { pricePerNightCents: 100 }],
    [{ pricePerNight: 19.99 }, { pricePerNightCents: 1_999 }],
    [{ currency: null }, { pricePerNightCents: 15_000 }],
    [{ currency: 'usd' }, { pricePerNightCents: 15_000 }],
    [{ maxGuests: '6' }, { maxGuests: 6 }],
    [{ bedrooms: null }, { bedrooms: null }],
    [{ bedrooms: 'studio' }, { bedrooms: 0 }],
    [{ ownership: 'FIXED' }, { ownership: 'fixed' }],
    [{ description: null }, { description: '' }],
    [{ title: ' Two\n rooms ' }, { title: 'Two rooms' }],
    [{ availableFrom: dayAhead(-3), availableTo: dayAhead(1) }, { availableTo: dayAhead(1) }],
    [{ resortName: null, resortId: 'HH' }, { maxGuests: 4 }],
  ])('%j', (given, expected) => {
    expect(judgeWeek(offeredWeek(1, given))).toMatchObject({ week: expected, problems: [] });
  });
});
