import type { Rule } from './dates.ts';
import { listOf } from './listOf.ts';
import type { Reader } from './reader.ts';
import { plural } from '#common/numbers.ts';

const most = { guests: 30, bedrooms: 10, nights: 60 };

const people = listOf(`
  people, persons, person, guests, guest, travelers, travellers, pax, ppl, of us, sleepers,
  occupants`);
const adultWords = ['adults', 'adult', 'grownups', 'grown - ups'];
const childWords = ['kids', 'kid', 'children', 'child', 'babies', 'baby', 'infants', 'infant'];

const groupWords = listOf(`
  sleeps, sleeping, family of, a family of, for a family of, group of, a group of, for a group of,
  party of, a party of, for a party of, accommodates, fits, room for`);

const orMore = (reader: Reader): void => void reader.phrase('+', 'or more', 'plus');

const guestsOf = (guests: number | undefined) =>
  guests === undefined || guests > most.guests
    ? undefined
    : { meaning: { guests }, label: plural(guests, 'guest') };

/** 4 guests, for 4, sleeps 4, family of 4, 2 adults and 2 kids, a couple. */
export const guests: Rule = (reader) =>
  reader.maybe((inner) => guestsOf(readFamily(inner))) ??
  reader.maybe((inner) => {
    inner.phrase('for', 'with', 'at least');
    const number = inner.integer(1, most.guests);
    inner.phrase('+', '-');
    return number && inner.phrase(...people) ? guestsOf(number) : undefined;
  }) ??
  reader.maybe((inner) => {
    const isGroup = inner.phrase(...groupWords);
    const number = isGroup && inner.integer(1, most.guests);
    if (!number || isOtherUnit(inner)) return undefined;
    orMore(inner);
    inner.phrase(...people);
    return guestsOf(number);
  }) ??
  reader.maybe((inner) => {
    const number = inner.phrase('for') ? inner.integer(1, most.guests) : undefined;
    return number === undefined || isOtherUnit(inner) ? undefined : guestsOf(number);
  }) ??
  reader.maybe((inner) =>
    inner.phrase('couple', 'a couple', 'for a couple', 'couples', 'for couples', 'the two of us')
      ? guestsOf(2)
      : undefined,
  );

function readFamily(reader: Reader): number | undefined {
  reader.phrase('for', 'with');
  const adults = reader.integer(1, most.guests);
  if (adults === undefined || !reader.phrase(...adultWords)) {
    return undefined;
  }
  const children = reader.maybe((inner) => {
    inner.phrase(',', 'and', '&', '+', 'with', 'plus');
    const number = inner.integer(0, most.guests);
    return number !== undefined && inner.phrase(...childWords) ? number : undefined;
  });
  return adults + (children ?? 0);
}

const nightWords = ['nights', 'night', 'nts', 'nt'];
const dayWords = ['days', 'day'];
const weekWords = ['weeks', 'week', 'wks', 'wk'];
const bedroomWords = listOf('bedrooms, bedroom, beds, bed, br, brs, bd, bdr, bdrm, bdrms');

const otherUnits = listOf(`
  %, star, stars, months, month, bath, baths, dollars, usd, th, /`);

const isOtherUnit = (reader: Reader): boolean =>
  reader.sees((inner) => {
    // A range such as "4-5 nights"; "for 4 2 bedrooms" has two separate numbers.
    if (inner.phrase('-', '+', '–', 'to')) inner.amount();
    inner.phrase('-');
    return inner.phrase(...nightWords, ...dayWords, ...weekWords, ...bedroomWords, ...otherUnits);
  });

/** 2 bedrooms, 2br, a two-bedroom, 1 or 2 bedrooms, a studio. */
export const bedrooms: Rule = (reader) => {
  const found =
    reader.maybe((inner) => {
      inner.phrase('at least', 'with', 'a');
      const number = inner.integer(1, most.bedrooms);
      inner.maybe((more) =>
        more.phrase('or', 'to', '–') || more.phrase('-')
          ? more.integer(1, most.bedrooms)
          : undefined,
      );
      inner.phrase('-', '+');
      return number && inner.phrase(...bedroomWords) ? number : undefined;
    }) ?? (reader.phrase('studio', 'a studio', 'studios') ? 0 : undefined);
  if (found === undefined) {
    return undefined;
  }
  reader.phrase('+', 'or more');
  const label = found === 0 ? 'Studio or larger' : `${plural(found, 'bedroom')} or more`;
  return { meaning: { bedrooms: found }, label };
};

/** 4 stars, 4.5-star, at least 3 stars. */
export const stars: Rule = (reader) => {
  reader.phrase('at least');
  const number = reader.amount();
  reader.phrase('-', '+', 'or more');
  if (number === undefined || number < 1 || number > 5 || !reader.phrase('stars', 'star')) {
    return undefined;
  }
  // No resort is rated exactly 5, and people who search for five stars want the best.
  const minRating = Math.min(number, 4.5);
  return { meaning: { minRating }, label: `${plural(minRating, 'star')} or more` };
};

const nightsOf = (least: number, longest: number | undefined) => {
  if (least > most.nights || (longest ?? 0) > most.nights) {
    return undefined;
  }
  const nights = (number: number): string => plural(number, 'night');
  const label =
    longest === undefined
      ? `${nights(least)} or more`
      : longest === least
        ? nights(least)
        : `${least} – ${nights(longest)}`;
  const meaning = { leastNights: least, ...(longest !== undefined && { mostNights: longest }) };
  return { meaning, label };
};

const unitNights = new Map<string, number>([
  ...[...nightWords, ...dayWords].map((word) => [word, 1] as const),
  ...weekWords.map((word) => [word, 7] as const),
]);

const friday = 5;

const weeksSaid = listOf(`
  a week, a full week, whole week, a whole week, full week, a fortnight, fortnight, week long,
  week - long, a couple of weeks, couple of weeks`);

/** 7 nights, 3-5 nights, 10 days, a week, two weeks, a fortnight, a long weekend. */
export const nights: Rule = (reader) =>
  reader.maybe((inner) => {
    const isLeast = inner.phrase('at least', 'minimum', 'min') !== undefined;
    const number = inner.integer(1, most.nights);
    const longest =
      number &&
      inner.maybe((more) => {
        const isRange = more.phrase('-', '–', 'to', 'or');
        return isRange ? more.integer(number, most.nights) : undefined;
      });
    const isOpen = inner.phrase('+', 'or more', 'plus') !== undefined || isLeast;
    inner.phrase('-');
    const unit = inner.named(unitNights);
    if (!number || unit === undefined) return undefined;
    inner.phrase('stay', 'long', 'or more');
    return nightsOf(number * unit, isOpen ? undefined : (longest || number) * unit);
  }) ??
  reader.maybe((inner) => {
    inner.phrase('for', 'stay');
    const said = inner.phrase(...weeksSaid);
    if (said === undefined || inner.sees((more) => more.phrase('of', 'from'))) return undefined;
    const count = /fortnight|couple/.test(said) ? 14 : 7;
    return nightsOf(count, count);
  }) ??
  reader.maybe((inner) => {
    inner.phrase('for', 'a', 'over');
    inner.phrase('a');
    const said = inner.phrase(
      'long weekend',
      'weekend',
      'weekends',
      'weekend getaway',
      'weekend trip',
    );
    if (said === undefined) return undefined;
    return said === 'long weekend'
      ? {
          meaning: { leastNights: 3, mostNights: 4, arrivalWeekday: friday - 1 },
          label: 'Long weekend',
        }
      : { meaning: { leastNights: 2, mostNights: 2, arrivalWeekday: friday }, label: 'Weekend' };
  });
