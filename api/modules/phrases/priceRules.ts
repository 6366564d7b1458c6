import type { Rule } from './dates.ts';
import { listOf } from './listOf.ts';
import type { Meaning, PriceRange } from './meaning.ts';
import type { Reader } from './reader.ts';

/** Without a unit, smaller amounts are the price of a night. */
const leastTotal = 500;

const currencies = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
]);

const currencyWords = new Map([
  ...['usd', 'dollars', 'dollar', 'bucks'].map((word) => [word, 'USD'] as const),
  ...['eur', 'euro', 'euros'].map((word) => [word, 'EUR'] as const),
  ...['gbp', 'pounds'].map((word) => [word, 'GBP'] as const),
]);

interface Amount {
  value: number;
  currency: string | undefined;
}

function readAmount(reader: Reader): Amount | undefined {
  return reader.maybe((inner) => {
    inner.phrase('us');
    const before = inner.named(currencies);
    const value = inner.amount();
    const after = inner.named(currencyWords) ?? inner.named(currencies);
    return value !== undefined && value > 0 && value <= 10_000_000
      ? { value, currency: before ?? after }
      : undefined;
  });
}

const below = listOf(`
  under, below, less than, cheaper than, up to, max, maximum, at most, no more than,
  not more than, not over, within, <, < =, budget, budget of, budget is, budget :, max budget,
  maximum of, max of, for under, for less than`);
const above = ['over', 'above', 'more than', 'at least', 'from', 'min', 'minimum', '>', '> ='];
const belowAfter = ['or less', 'max', 'maximum', 'budget', 'or under', 'or below', 'tops'];
const aboveAfter = ['or more', '+', 'and up', 'or over', 'and above', 'minimum'];

type Unit = 'nightly' | 'total' | 'week';

const units: [Unit, readonly string[]][] = [
  [
    'nightly',
    ['a night', 'per night', '/ night', 'nightly', '/ nt', 'each night', 'pn', 'a day', 'per day'],
  ],
  [
    'total',
    listOf(`
      total, in all, in total, all in, all - in, altogether, for the stay, for everything,
      for the whole stay, all included, for the whole week`),
  ],
  ['week', ['a week', 'per week', '/ week', 'weekly', 'for a week', 'for the week']],
];

const readUnit = (reader: Reader): Unit | undefined =>
  units.find(([, words]) => reader.phrase(...words) !== undefined)?.[0];

const otherUnits = listOf(`
  nights, night, people, guests, guest, bedroom, bedrooms, bed, beds, br, star, stars, weeks,
  week, days, day, miles, mile, km, months, years, year, per person, a person, each, pp, points,
  persons, adults, kids, children, / person, minutes, hours, sqft, feet, %, /, st, th`);

const isNoMoney = (reader: Reader): boolean =>
  reader.sees((inner) => {
    inner.phrase('-', '+');
    return inner.phrase(...otherUnits);
  });

interface Bounds {
  least?: number;
  most?: number;
  currency: string | undefined;
  /** Whether the words alone identify a price. */
  isClear: boolean;
}

/** Under $2,000, up to 200 a night, 1000-2000 dollars, $1,500 or less. */
export const price: Rule = (reader) => {
  const bounds = reader.maybe(readRange) ?? reader.maybe(readOneSided);
  if (!bounds) {
    return undefined;
  }
  const unit = reader.maybe(readUnit);
  if (isNoMoney(reader) || (!bounds.isClear && unit === undefined)) {
    return undefined;
  }
  const { least, most } = bounds;
  const range: PriceRange = {
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    currency: bounds.currency ?? 'USD',
  };
  const isNightly = unit === 'nightly' || (unit === undefined && (most ?? least ?? 0) < leastTotal);
  const meaning: Meaning = isNightly
    ? { nightly: range }
    : { total: range, ...(unit === 'week' && { leastNights: 7, mostNights: 7 }) };
  const of = isNightly ? 'a night' : unit === 'week' ? 'for a week in all' : 'in all';
  const amounts = rangeLabel(range);
  return { meaning, label: `${amounts} ${of}`, saleLabel: `${amounts} asking price` };
};

function readRange(reader: Reader): Bounds | undefined {
  const isBetween = reader.phrase('between', 'from') !== undefined;
  const first = readAmount(reader);
  const separator = first && reader.phrase('-', '–', 'to', 'and');
  const last = separator && readAmount(reader);
  if (!first || !last || (separator === 'and' && !isBetween)) {
    return undefined;
  }
  const currency = first.currency ?? last.currency;
  const [least = 0, most = 0] = [first.value, last.value].sort((a, b) => a - b);
  const isYears = least >= 2020 && most <= 2040;
  return { least, most, currency, isClear: currency !== undefined || (least >= 50 && !isYears) };
}

function readOneSided(reader: Reader): Bounds | undefined {
  const isBelow = reader.phrase(...below) !== undefined;
  const isAbove = !isBelow && reader.phrase(...above) !== undefined;
  const amount = readAmount(reader);
  if (!amount) {
    return undefined;
  }
  const { value, currency } = amount;
  const isLarge = value >= 50;
  if (isBelow) {
    return { most: value, currency, isClear: currency !== undefined || isLarge };
  }
  if (isAbove) {
    return { least: value, currency, isClear: currency !== undefined };
  }
  if (reader.phrase(...belowAfter)) {
    return { most: value, currency, isClear: currency !== undefined || isLarge };
  }
  if (currency !== undefined && reader.phrase(...aboveAfter)) {
    return { least: value, currency, isClear: true };
  }
  return { most: value, currency, isClear: currency !== undefined };
}

function rangeLabel({ least, most, currency }: PriceRange): string {
  const money = (value: number): string =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: 0,
    }).format(value);
  if (least !== undefined && most !== undefined) return `${money(least)} – ${money(most)}`;
  return most === undefined ? `${money(least ?? 0)} or more` : `Up to ${money(most)}`;
}

const buying = listOf('for sale, to buy, buy, buying, purchase, resale, resales, to purchase');
const renting = ['for rent', 'to rent', 'rent', 'rental', 'rentals', 'renting', 'for rental'];

export const mode: Rule = (reader) => {
  if (reader.phrase(...buying)) return { meaning: { mode: 'buy' }, label: 'For sale' };
  if (reader.phrase(...renting)) return { meaning: { mode: 'rent' }, label: 'To rent' };
  return undefined;
};
