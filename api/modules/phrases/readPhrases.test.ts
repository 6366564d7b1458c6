import { describe, expect, it } from 'vitest';
import type { Meaning } from './meaning.ts';
import { readPhrases } from './readPhrases.ts';

/** A Sunday. */
const today = '2026-11-22';

const arrive = (from: string, to = from): Meaning => ({ arrival: { from, to } });
const nights = (least: number, most = least): Meaning => ({ leastNights: least, mostNights: most });
const stay = (from: string, count: number): Meaning => ({ ...arrive(from), ...nights(count) });
const season = (north: [string, string], south: [string, string]): Meaning => ({
  arrival: { from: north[0], to: north[1] },
  southArrival: { from: south[0], to: south[1] },
});
const upTo = (most: number, currency = 'USD'): Meaning => ({ total: { most, currency } });
const nightly = (most: number, currency = 'USD'): Meaning => ({ nightly: { most, currency } });

const summer = season(['2027-06-01', '2027-08-31'], ['2026-12-01', '2027-02-28']);
const winter = season(['2026-12-01', '2027-02-28'], ['2027-06-01', '2027-08-31']);
const spring = season(['2027-03-01', '2027-05-31'], ['2026-09-01', '2026-11-30']);
const autumn = season(['2026-09-01', '2026-11-30'], ['2027-03-01', '2027-05-31']);
const june = arrive('2027-06-01', '2027-06-30');
const thanksgiving: Meaning = { oneOfNights: ['2026-11-26', '2027-11-25'] };
const christmas: Meaning = { oneOfNights: ['2026-12-25', '2027-12-25'] };

/** Text, the words left to search for, and what the text asks of the week on that Sunday. */
const golden: [text: string, rest: string, meaning: Meaning][] = [
  // Exact dates.
  ['June 5 to June 12', '', stay('2027-06-05', 7)],
  ['june 5-12', '', stay('2027-06-05', 7)],
  ['june 5 - 12, 2027', '', stay('2027-06-05', 7)],
  ['aruba jun 28 – jul 5', 'aruba', stay('2027-06-28', 7)],
  ['5-12 june 2028', '', stay('2028-06-05', 7)],
  ['5 to 12 june', '', stay('2027-06-05', 7)],
  ['from 5th of june to 12th of june', '', stay('2027-06-05', 7)],
  ['2027-06-05 to 2027-06-12', '', stay('2027-06-05', 7)],
  ['6/5/2027 - 6/12/2027', '', stay('2027-06-05', 7)],
  ['2027-06-05 2027-06-12', '', stay('2027-06-05', 7)],
  ['2027-06-05, 2027-06-12 aruba', 'aruba', stay('2027-06-05', 7)],
  ['6/5/2027 6/12/2027', '', stay('2027-06-05', 7)],
  ['maui 2027-06-05 2027-06-12 4 guests', 'maui', { ...stay('2027-06-05', 7), guests: 4 }],
  ['13.02.2027 - 20.02.2027', '', stay('2027-02-13', 7)],
  ['13.02.2027 20.02.2027', '', stay('2027-02-13', 7)],
  ['13.2.27-20.2.27 aruba', 'aruba', stay('2027-02-13', 7)],
  ['5.6.2027 to 12.6.2027', '', stay('2027-06-05', 7)],
  ['13/2/2027 - 20/2/2027', '', stay('2027-02-13', 7)],
  ['13-02-2027 to 20-02-2027', '', stay('2027-02-13', 7)],
  ['arriving 13/02', '', arrive('2027-02-13')],
  ['31.02.27', '31 . 02 . 27', {}],
  ['31.02.2027', '31 . 02 . 2027', {}],
  ['31/02/2027 aruba', '31 / 02 / 2027 aruba', {}],
  ['2027-02-31', '2027 - 02 - 31', {}],
  ['aruba 2027', 'aruba', arrive('2027-01-01', '2027-12-31')],
  ['june aruba june', 'aruba', june],
  ['aruba june 2027 in june 2027 for 4, 4 guests', 'aruba', { ...june, guests: 4 }],
  ['for 4 2 bedrooms', '', { guests: 4, bedrooms: 2 }],
  ['6/5 to 6/12 maui', 'maui', stay('2027-06-05', 7)],
  ['dec 28 to jan 4', '', stay('2026-12-28', 7)],
  ['december 28 2027 until january 4 2028', '', stay('2027-12-28', 7)],
  ['june 12 to june 5', '', stay('2027-06-05', 7)],
  ['Kauai, March 3rd through March 10th', 'kauai', stay('2027-03-03', 7)],
  ['feb 29', '', arrive('2028-02-29')],
  ['june 5', '', arrive('2027-06-05')],
  ['orlando on june 5', 'orlando', arrive('2027-06-05')],
  ['the 5th of june', '', arrive('2027-06-05')],
  ['june 5 2025', 'june 5 2025', {}],
  ['june 31', 'june 31', {}],
  ['around june 5', '', arrive('2027-06-02', '2027-06-08')],
  ['week of june 14 in vail', 'in vail', arrive('2027-06-11', '2027-06-17')],
  ['arriving july 10 for 7 nights', '', { ...arrive('2027-07-10'), ...nights(7) }],
  ['july 10 +/- 3 days', '', { ...arrive('2027-07-10'), flexibleDays: 3 }],
  ['july 10 ± 1 day', '', { ...arrive('2027-07-10'), flexibleDays: 1 }],
  ['july 3-10 plus or minus 7 days', '', { ...stay('2027-07-03', 7), flexibleDays: 7 }],
  ['between june 1 and august 31', '', arrive('2027-06-01', '2027-08-31')],
  ['june 1 to august 31', '', arrive('2027-06-01', '2027-08-31')],
  // Months and parts of months.
  ['june', '', june],
  ['June 2028', '', arrive('2028-06-01', '2028-06-30')],
  ["june '28", '', arrive('2028-06-01', '2028-06-30')],
  ['aruba in june', 'aruba', june],
  ['may', '', arrive('2027-05-01', '2027-05-31')],
  ['hawaii in may 2027', 'hawaii', arrive('2027-05-01', '2027-05-31')],
  ['november', '', arrive('2026-11-01', '2026-11-30')],
  ['next november', '', arrive('2027-11-01', '2027-11-30')],
  ['sept', '', arrive('2027-09-01', '2027-09-30')],
  ['Cancun Jan', 'cancun', arrive('2027-01-01', '2027-01-31')],
  ['june 2025', 'june 2025', {}],
  ['early june', '', arrive('2027-06-01', '2027-06-10')],
  ['mid-june', '', arrive('2027-06-11', '2027-06-20')],
  ['late february', '', arrive('2027-02-21', '2027-02-28')],
  ['end of june 2027', '', arrive('2027-06-21', '2027-06-30')],
  ['first week of June', '', arrive('2027-06-01', '2027-06-07')],
  ['the last week of august in florida', 'in florida', arrive('2027-08-25', '2027-08-31')],
  ['third week in january 2027', '', arrive('2027-01-15', '2027-01-21')],
  ['second half of july', '', arrive('2027-07-16', '2027-07-31')],
  ['june or july', '', arrive('2027-06-01', '2027-07-31')],
  ['june to august 2027', '', arrive('2027-06-01', '2027-08-31')],
  ['dec-feb', '', arrive('2026-12-01', '2027-02-28')],
  ['2027', '', arrive('2027-01-01', '2027-12-31')],
  ['las vegas next year', 'las vegas', arrive('2027-01-01', '2027-12-31')],
  // Seasons.
  ['summer', '', summer],
  ['next summer', '', summer],
  [
    'aruba summer 2027',
    'aruba',
    season(['2027-06-01', '2027-08-31'], ['2027-12-01', '2028-02-29']),
  ],
  ['winter in colorado', 'in colorado', winter],
  ['ski winter 2026/27', 'ski', season(['2026-12-01', '2027-02-28'], ['2026-06-01', '2026-08-31'])],
  ['fall', '', autumn],
  ['next fall', '', season(['2027-09-01', '2027-11-30'], ['2027-03-01', '2027-05-31'])],
  ['autumn vermont', 'vermont', autumn],
  ['spring', '', spring],
  ['summer holidays spain', 'spain', summer],
  ['spring break', '', arrive('2027-03-01', '2027-04-15')],
  ['spring break 2028 cancun', 'cancun', arrive('2028-03-01', '2028-04-15')],
  // Soon.
  ['this weekend', '', { ...arrive('2026-11-22'), ...nights(2) }],
  ['next weekend', '', stay('2026-11-27', 2)],
  ['next week', '', arrive('2026-11-23', '2026-11-29')],
  ['next month', '', arrive('2026-12-01', '2026-12-31')],
  ['tomorrow', '', arrive('2026-11-23')],
  ['last minute orlando', 'orlando', arrive('2026-11-22', '2026-12-22')],
  ['in the next 3 weeks', '', arrive('2026-11-22', '2026-12-13')],
  // Holidays.
  ['Thanksgiving', '', thanksgiving],
  ['Orlando over  Thanksgiving with pool', 'orlando with pool', thanksgiving],
  ['christmas week in vail', 'in vail', christmas],
  ['xmas 2027', '', { oneOfNights: ['2027-12-25'] }],
  ["new year's eve", '', { oneOfNights: ['2026-12-31', '2027-12-31'] }],
  ['easter', '', { oneOfNights: ['2027-03-28', '2028-04-16'] }],
  ['memorial day weekend', '', { oneOfNights: ['2027-05-31', '2028-05-29'] }],
  ['4th of July', '', { oneOfNights: ['2027-07-04', '2028-07-04'] }],
  ['july 4', '', arrive('2027-07-04')],
  ['labor day san diego', 'san diego', { oneOfNights: ['2027-09-06', '2028-09-04'] }],
  ['presidents day park city', 'park city', { oneOfNights: ['2027-02-15', '2028-02-21'] }],
  // Length.
  ['7 nights', '', nights(7)],
  ['a week in june', '', { ...nights(7), ...june }],
  ['10 days in maui', 'in maui', nights(10)],
  ['two weeks', '', nights(14)],
  ['3-5 nights', '', nights(3, 5)],
  ['at least 5 nights', '', { leastNights: 5 }],
  ['weekend in las vegas', 'in las vegas', { ...nights(2), arrivalWeekday: 5 }],
  ['long weekend', '', { ...nights(3, 4), arrivalWeekday: 4 }],
  ['fortnight', '', nights(14)],
  ['90 nights', '90 nights', {}],
  ['week 26', '', { weekNumber: 26 }],
  ['aruba week #7', 'aruba', { weekNumber: 7 }],
  // People and rooms.
  ['for 4', '', { guests: 4 }],
  ['4 people', '', { guests: 4 }],
  ['sleeps 8', '', { guests: 8 }],
  ['family of five', '', { guests: 5 }],
  ['2 adults and 2 kids', '', { guests: 4 }],
  ['2 adults, 1 child hilton head', 'hilton head', { guests: 3 }],
  ['6 guests in orlando', 'in orlando', { guests: 6 }],
  ['couple', '', { guests: 2 }],
  ['for two', '', { guests: 2 }],
  ['for 4 nights', '', nights(4)],
  ['400 guests', '400 guests', {}],
  ['2 bedrooms', '', { bedrooms: 2 }],
  ['2br', '', { bedrooms: 2 }],
  ['two-bedroom villa', 'villa', { bedrooms: 2 }],
  ['3 bd marriott', 'marriott', { bedrooms: 3 }],
  ['studio', '', { bedrooms: 0 }],
  ['1 or 2 bedrooms', '', { bedrooms: 1 }],
  ['4 star', '', { minRating: 4 }],
  ['5-star resort', 'resort', { minRating: 4.5 }],
  // Prices.
  ['under 2000', '', upTo(2000)],
  ['under $2,000', '', upTo(2000)],
  ['less than 1.5k', '', upTo(1500)],
  ['up to $200 a night', '', nightly(200)],
  ['$150/night', '', nightly(150)],
  ['under 100', '', nightly(100)],
  ['under $100 total', '', upTo(100)],
  ['$1000-2000', '', { total: { least: 1000, most: 2000, currency: 'USD' } }],
  ['between 1000 and 2000 dollars', '', { total: { least: 1000, most: 2000, currency: 'USD' } }],
  ['budget 1500', '', upTo(1500)],
  ['1500 or less', '', upTo(1500)],
  ['under €900', '', upTo(900, 'EUR')],
  ['under $1,400 a week', '', { ...upTo(1400), ...nights(7) }],
  ['over $500', '', { total: { least: 500, currency: 'USD' } }],
  ['under 5 nights', 'under', nights(5)],
  ['under $100 per person', 'under $ 100 per person', {}],
  ['for sale', '', { mode: 'buy' }],
  ['aruba for rent', 'aruba', { mode: 'rent' }],
  // Names that hold such words.
  ['winter park', 'winter park', {}],
  ['Winter Park in winter', 'winter park', winter],
  ['Summer Bay Orlando', 'summer bay orlando', {}],
  ['cape may', 'cape may', {}],
  ['christmas mountain village', 'christmas mountain village', {}],
  ['palm springs', 'palm springs', {}],
  ['Villa del Mar', 'villa del mar', {}],
  ['Grand Lodge on Peak 7', 'grand lodge on peak 7', {}],
  ['four seasons', 'four seasons', {}],
  ['Marriott’s Grand Chateau', "marriott's grand chateau", {}],
  ['"summer"', '"summer"', {}],
  ['"summer" 2br', '"summer"', { bedrooms: 2 }],
  ['seven mile beach', 'seven mile beach', {}],
  ['Easterly Shores', 'easterly shores', {}],
  // Typing errors stay text.
  ['sumer aruba', 'sumer aruba', {}],
  ['jnue', 'jnue', {}],
  // Mixed.
  ['aruba summer 4', 'aruba', { ...summer, guests: 4 }],
  ['4 summer aruba', 'aruba', { ...summer, guests: 4 }],
  [
    'Aruba, some week in summer, four people, under $2,500',
    'aruba , some week',
    { ...summer, guests: 4, ...upTo(2500) },
  ],
  [
    'marriott maui 2br june 5-12 for 6',
    'marriott maui',
    { ...stay('2027-06-05', 7), bedrooms: 2, guests: 6 },
  ],
  ['disney thanksgiving family of 5', 'disney', { ...thanksgiving, guests: 5 }],
  [
    'hilton head first week of july 2 bedrooms under 300 a night',
    'hilton head',
    {
      ...arrive('2027-07-01', '2027-07-07'),
      bedrooms: 2,
      ...nightly(300),
    },
  ],
  [
    'cancun spring break 2 adults 2 kids',
    'cancun',
    {
      ...arrive('2027-03-01', '2027-04-15'),
      guests: 4,
    },
  ],
  [
    'las vegas weekend for 2 under $400',
    'las vegas',
    {
      ...nights(2),
      arrivalWeekday: 5,
      guests: 2,
      ...nightly(400),
    },
  ],
  ['week 52 hawaii for sale', 'hawaii', { weekNumber: 52, mode: 'buy' }],
  [
    'aruba 2br 1 week march 2027 under 3k',
    'aruba',
    {
      bedrooms: 2,
      ...nights(7),
      ...arrive('2027-03-01', '2027-03-31'),
      ...upTo(3000),
    },
  ],
  [
    'somewhere in florida in february for a week',
    'somewhere in florida',
    {
      ...arrive('2027-02-01', '2027-02-28'),
      ...nights(7),
    },
  ],
];

describe('a search text', () => {
  it.each(golden)('%s leaves “%s”', (text, rest, meaning) => {
    const read = readPhrases(text, today);
    const said = Object.assign({}, ...read.phrases.map((phrase) => phrase.meaning)) as Meaning;
    const left = read.tokens.map(({ word }) => word).join(' ');
    expect({ left, said }).toEqual({ left: rest, said: meaning });
  });

  it('has at least 120 golden cases', () => {
    expect(golden.length).toBeGreaterThanOrEqual(120);
  });
});
