import { describe, expect, it } from 'vitest';
import {
  centsOf,
  detailsOf,
  formFieldOf,
  noListing,
  validateListing,
  withDates,
} from './listingForm.ts';

const today = '2026-11-21';

const whole = {
  ...noListing,
  resortId: 'UmVzb3J0OjE=',
  availableFrom: '2027-07-03',
  availableTo: '2027-07-10',
  title: 'A week',
  description: 'Two rooms.',
  pricePerNight: '180',
};

const forSale = {
  isForSale: 'yes',
  salePrice: '9,000',
  ownership: 'POINTS',
  yearlyPoints: '70,000',
  use: 'ANNUAL',
  maintenanceFee: '1,100',
};

describe('The listing form', () => {
  it('accepts the required fields alone', () => {
    expect(validateListing(whole, today)).toEqual({});
  });

  it.each([
    ['tomorrow', { availableFrom: '2026-11-22', availableTo: '2026-11-23' }, {}],
    [
      'today',
      { availableFrom: today, availableTo: '2026-11-23' },
      { availableFrom: 'Available from must be after today' },
    ],
    ['366 nights', { availableFrom: '2027-01-01', availableTo: '2028-01-02' }, {}],
    [
      'a day of a draft that is not in the calendar',
      { availableFrom: '2027-02-30' },
      { availableFrom: 'Available from must be a date like 2027-02-13' },
    ],
    [
      'a year of five digits',
      { availableTo: '20270-07-10' },
      { availableTo: 'Available to must be a date like 2027-02-13' },
    ],
    ['no departure', { availableTo: '' }, { availableTo: 'Available to is required' }],
    ['in five years', { availableFrom: '2031-11-21', availableTo: '2031-11-28' }, {}],
    ['a price with cents', { pricePerNight: '$1,250.50' }, {}],
    [
      'a price above the limit',
      { pricePerNight: '100000.01' },
      { pricePerNight: 'Price per night must be $1 to $100,000' },
    ],
    ['a fee of zero', { maintenanceFee: '0' }, {}],
    ['a studio', { bedrooms: '0' }, {}],
    ['half a room', { bedrooms: '1.5' }, { bedrooms: 'Bedrooms must be 0 to 12' }],
    ['a sale price without a sale', { salePrice: 'none' }, {}],
    [
      'a day beyond five years',
      { availableFrom: '2031-11-22', availableTo: '2031-11-29' },
      { availableFrom: 'Available from must be within 5 years' },
    ],
    [
      'a sale without a price',
      { isForSale: 'yes' },
      {
        salePrice: 'Sale price is required when the timeshare is for sale',
        ownership: 'Ownership is required when the timeshare is for sale',
        use: 'Use is required when the timeshare is for sale',
        maintenanceFee: 'Maintenance fee is required when the timeshare is for sale',
      },
    ],
    [
      'points for sale without their number',
      { ...forSale, yearlyPoints: ' ' },
      { yearlyPoints: 'Points a year are required when points are for sale' },
    ],
    ['points for sale', forSale, {}],
    [
      'too many points',
      { ...forSale, yearlyPoints: '10,000,001' },
      { yearlyPoints: 'Points a year must be 1 to 10,000,000' },
    ],
    ['the fewest nights of a listing', { stays: 'least', minNights: '7' }, {}],
    [
      'more nights than there are',
      { stays: 'least', minNights: '8' },
      { minNights: 'Minimum nights must be at most 7, as many as there are' },
    ],
    [
      'no number of nights',
      { stays: 'least', minNights: '' },
      { minNights: 'Minimum nights is required' },
    ],
    [
      'half a night',
      { stays: 'least', minNights: '1.5' },
      { minNights: 'Minimum nights must be 1 to 60' },
    ],
    ['a number of nights that is not asked for', { stays: 'whole', minNights: '99' }, {}],
    ['60 nights as a whole', { stays: 'whole', availableTo: '2027-09-01' }, {}],
    [
      'more nights as a whole than a stay may have',
      { stays: 'whole', availableTo: '2027-09-02' },
      { stays: 'Guests can book at most 60 nights at once, so not all 61 together' },
    ],
    ['a title of blanks', { title: '   ' }, { title: 'Title is required' }],
  ])('validates %s', (_what, changes, problems) => {
    expect(validateListing({ ...whole, ...changes }, today)).toEqual(problems);
  });

  it.each([
    ['pricePerNight', '0.50', 'Price per night must be $1 to $100,000'],
    ['pricePerNight', 'cheap', 'Price per night must be $1 to $100,000'],
    ['pricePerNight', '99.999', 'Price per night may have at most two decimals'],
    ['maxGuests', '31', 'Maximum guests must be 1 to 30'],
    ['availableTo', '2027-07-03', 'Available to must be after Available from'],
    ['availableTo', '2028-07-04', 'Available to must be at most 366 nights after the first'],
    ['title', 'x'.repeat(121), 'Title may have at most 120 characters'],
    ['bedrooms', '13', 'Bedrooms must be 0 to 12'],
    ['maintenanceFee', '-1', 'Maintenance fee must be $0 to $100,000'],
    ['firstUseYear', '2025', 'First use year must be 2026 to 2036'],
    ['firstUseYear', 'soon', 'First use year must be 2026 to 2036'],
    ['season', 's'.repeat(41), 'Season may have at most 40 characters'],
  ])('refuses a %s of "%s"', (field, value, message) => {
    expect(validateListing({ ...whole, [field]: value }, today)).toEqual({ [field]: message });
  });

  it('keeps a first night and a first use that have passed', () => {
    const before = { ...whole, availableFrom: '2026-11-01', firstUseYear: '2025' };
    expect(validateListing({ ...before, title: 'Still here' }, today, before)).toEqual({});
    expect(validateListing({ ...before, firstUseYear: '2024' }, today, before)).toEqual({
      firstUseYear: 'First use year must be 2026 to 2036',
    });
  });

  it.each([
    ['180', 18_000],
    ['$ 1,250.5', 125_050],
    ['0.01', 1],
    ['1.999', 199.9],
    ['12.', 1_200],
    ['', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    ['many', undefined],
  ])('"%s" is %s cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each([
    [{}, { minNights: null, isWholeOnly: false }],
    [
      { stays: 'least', minNights: ' 3 ' },
      { minNights: 3, isWholeOnly: false },
    ],
    [
      { stays: 'any', minNights: '3' },
      { minNights: null, isWholeOnly: false },
    ],
    [
      { stays: 'whole', minNights: '3' },
      { minNights: null, isWholeOnly: true },
    ],
  ])('of %j sends %j', (values, sent) => {
    expect(detailsOf({ ...whole, ...values })).toMatchObject(sent);
  });

  it('sends null for empty fields, and for the price of a sale that is off', () => {
    expect(detailsOf({ ...whole, salePrice: '12,500', season: ' ', view: ' Sea ' })).toMatchObject({
      pricePerNightCents: 18_000,
      maxGuests: 1,
      isForSale: false,
      salePriceCents: null,
      season: null,
      view: 'Sea',
      weekNumber: null,
      rightOfFirstRefusal: null,
    });
  });

  it('defaults to one week, and clears the week number when the dates change', () => {
    const picked = { ...whole, weekNumber: '27', checkInDay: 'SATURDAY' };
    expect(withDates(picked, { availableTo: '2027-07-12' })).toEqual({
      availableTo: '2027-07-12',
      weekNumber: '',
      checkInDay: '',
    });
    const empty = { ...whole, availableTo: '' };
    expect(withDates(empty, { availableFrom: '2027-08-07' }).availableTo).toBe('2027-08-14');
    // A year that is being typed is not valid yet.
    expect(withDates(empty, { availableFrom: '0002-08-07' }).availableTo).toBeUndefined();
  });

  it("assigns the server's errors to form fields", () => {
    expect(['exchangeWeek', 'isWholeOnly', 'use'].map(formFieldOf)).toEqual([
      'ownership',
      'stays',
      'use',
    ]);
  });
});
