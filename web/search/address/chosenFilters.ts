import { formatCount, plural } from '#common/numbers.ts';
import { formatStayDays } from '#web/ui/words/stayDays.ts';
import { priceChoices, type SearchFilters } from './searchState.ts';
import { flexLabel, monthLabel, nightsLabel, seasonLabel } from './stayWords.ts';

export interface ChosenFilter {
  key: string;
  label: string;
  /** The filters without this condition. */
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
  const price = priceChoices.find(({ value, tier }) => value === search.price && tier !== null);
  const single: (ChosenFilter | false)[] = [
    price !== undefined && { key: 'price', label: price.label, without: { price: 'all' } },
    search.from !== '' && {
      key: 'dates',
      label: formatStayDays(search.from, search.to),
      without: { from: '', to: '', flex: null },
    },
    search.flex !== null && {
      key: 'flex',
      label: flexLabel(search.flex),
      without: { flex: null },
    },
    search.month !== '' && {
      key: 'month',
      label: monthLabel(search.month),
      without: { month: '' },
    },
    search.season !== '' && {
      key: 'season',
      label: seasonLabel(search.season),
      without: { season: '' },
    },
    search.nights !== '' && {
      key: 'nights',
      label: nightsLabel(search.nights),
      without: { nights: '' },
    },
    search.total !== null && {
      key: 'total',
      label: `up to $${formatCount(search.total)} in all`,
      without: { total: null },
    },
    search.guests !== null && {
      key: 'guests',
      label: plural(search.guests, 'guest'),
      without: { guests: null },
    },
    search.bedrooms !== null && {
      key: 'bedrooms',
      label: bedroomsLabel(search.bedrooms),
      without: { bedrooms: null },
    },
    search.instant && { key: 'instant', label: 'Book at once', without: { instant: false } },
    search.rating !== null && {
      key: 'rating',
      label: `${plural(search.rating, 'star')} or more`,
      without: { rating: null },
    },
  ];
  return [...lists, ...single.filter((filter) => filter !== false)];
}

function bedroomsLabel(bedrooms: number): string {
  if (bedrooms === 0) return 'Studio or larger';
  return `${plural(bedrooms, 'bedroom')} or more`;
}
