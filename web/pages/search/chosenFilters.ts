import { plural } from '../../ui/words/numbers.ts';
import { priceChoices, type SearchFilters } from './searchUrl.ts';

// dates.ts would add all its formats to the first load.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export interface ChosenFilter {
  key: string;
  label: string;
  /** The filters without it. */
  without: Partial<SearchFilters>;
}

/** The conditions of a search one by one, in the order of the filters. */
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
      label: `${day.format(new Date(search.from))} – ${day.format(new Date(search.to))}`,
      without: { from: '', to: '' },
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
    search.rating !== null && {
      key: 'rating',
      label: `${search.rating} stars or more`,
      without: { rating: null },
    },
  ];
  return [...lists, ...single.filter((filter) => filter !== false)];
}

function bedroomsLabel(bedrooms: number): string {
  if (bedrooms === 0) return 'Studio or larger';
  return `${plural(bedrooms, 'bedroom')} or more`;
}
