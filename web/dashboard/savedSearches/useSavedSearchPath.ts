import { graphql, useFragment } from 'react-relay/hooks';
import type { useSavedSearchPath_search$key } from '#web/__generated__/useSavedSearchPath_search.graphql.ts';

/** Price tiers as written in URLs. */
const prices: Readonly<Partial<Record<string, string>>> = {
  UNDER_100: 'under-100',
  FROM_100_TO_300: '100-300',
  FROM_300: '300-plus',
};

/** The path of a saved search on the search page, whose URL holds its whole state. */
export function useSavedSearchPath(search: useSavedSearchPath_search$key): string {
  const { query, filter } = useFragment<useSavedSearchPath_search$key>(
    graphql`
      fragment useSavedSearchPath_search on SavedSearch {
        query
        filter {
          priceTier
          destinations
          brands
          amenities
          minRating
          availableFrom
          availableTo
          arrivalFrom
          season {
            name
            year
          }
          flexibleDays
          minNights
          maxNights
          arrivalWeekday
          maxTotal {
            amount
            currency
          }
          guests
          bedrooms
          isInstant
        }
      }
    `,
    search,
  );
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | null | undefined) => {
    if (value != null && value !== '') params.append(name, String(value));
  };
  set('q', query);
  set('price', prices[filter.priceTier ?? '']);
  filter.destinations.forEach((destination) => set('destination', destination));
  filter.brands.forEach((brand) => set('brand', brand));
  filter.amenities.forEach((amenity) => set('amenity', amenity));
  set('from', filter.availableFrom);
  set('to', filter.availableTo);
  set('flex', filter.flexibleDays);
  // The search page has whole months.
  set('month', filter.arrivalFrom?.slice(0, 7));
  set('season', filter.season && `${filter.season.name.toLowerCase()}-${filter.season.year}`);
  set('nights', nightsOf(filter));
  set('total', filter.maxTotal?.currency === 'USD' ? filter.maxTotal.amount / 100 : null);
  set('guests', filter.guests);
  set('bedrooms', filter.bedrooms);
  set('instant', filter.isInstant === true ? 1 : null);
  set('rating', filter.minRating);
  const text = params.toString();
  return text === '' ? '/search' : `/search?${text}`;
}

interface Nights {
  readonly minNights: number | null | undefined;
  readonly maxNights: number | null | undefined;
  readonly arrivalWeekday: string | null | undefined;
}

/** The length of a stay as written in URLs. */
function nightsOf({ minNights, maxNights, arrivalWeekday }: Nights): string | undefined {
  if (minNights == null && maxNights == null) return undefined;
  const [least, most] = [minNights ?? 1, maxNights ?? 60];
  if (arrivalWeekday === 'FRIDAY' && least === 2 && most === 3) return 'weekend';
  return least === most ? `${least}` : `${least}-${most}`;
}
