import { formatCount, plural } from '#common/numbers.ts';
import { formatStayDays } from '#web/ui/words/stayDays.ts';
import { noFilters, priceChoices, type SearchFilters } from './searchState.ts';
import { flexLabel, monthLabel, nightsLabel, seasonLabel } from './stayWords.ts';

interface ChosenFilter {
  key: string;
  label: string;
  without: Partial<SearchFilters>;
}

export function chosenFilters(search: SearchFilters): ChosenFilter[] {
  const lists = (['destinations', 'brands', 'amenities'] as const).flatMap((name) =>
    search[name].map((value) => ({
      key: `${name} ${value}`,
      label: value,
      without: { [name]: search[name].filter((other) => other !== value) },
    })),
  );
  const { price, from, to, flex, month, season, nights, total, guests, bedrooms, rating } = search;
  const priceChoice = priceChoices.find(({ value, tier }) => value === price && tier !== null);
  const single: [label: string | false | undefined, ...names: (keyof SearchFilters)[]][] = [
    [priceChoice?.label, 'price'],
    [from && formatStayDays(from, to), 'from', 'to', 'flex'],
    [flex !== null && flexLabel(flex), 'flex'],
    [month && monthLabel(month), 'month'],
    [season && seasonLabel(season), 'season'],
    [nights && nightsLabel(nights), 'nights'],
    [total !== null && `up to $${formatCount(total)} in all`, 'total'],
    [guests !== null && plural(guests, 'guest'), 'guests'],
    [bedrooms !== null && bedroomsLabel(bedrooms), 'bedrooms'],
    [search.instant && 'Book at once', 'instant'],
    [rating !== null && `${plural(rating, 'star')} or more`, 'rating'],
  ];
  return [
    ...lists,
    ...single.flatMap(([label, ...names]) =>
      label ? [{ key: names.join(' '), label, without: emptied(noFilters, names) }] : [],
    ),
  ];
}

export const emptied = <State extends object>(none: State, names: readonly (keyof State)[]) =>
  Object.fromEntries(names.map((name) => [name, none[name]])) as Partial<State>;

export const bedroomsLabel = (bedrooms: number): string =>
  bedrooms === 0 ? 'Studio or larger' : `${plural(bedrooms, 'bedroom')} or more`;
