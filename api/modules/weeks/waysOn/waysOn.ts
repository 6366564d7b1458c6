import type { Deps } from '#api/context/context.ts';
import { readSearch, searchKey, type SearchInput } from '#api/modules/search/resortSearch.ts';
import { readText } from '#api/modules/search/resortText.ts';
import { readsNearby } from '#api/modules/search/searchReads.ts';
import { readSearchText } from '#api/modules/search/searchText.ts';
import { stayWishOf } from '#api/modules/search/stayWish.ts';
import { waysWithoutOne, type WayOn } from './conditions.ts';
import { nearResorts, nearWeeks, type NearResort, type NearWeek } from './nearby.ts';

export interface WaysOn {
  conditions: WayOn[];
  weeks: NearWeek[];
  resorts: NearResort[];
}

/**
 * Near matches of a search, and its most restrictive condition. Meant for searches without hits,
 * but a search with hits also gets suggestions.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function waysOn(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput,
): Promise<WaysOn> {
  const typed = readText(query.text);
  const search = await readSearch(deps, query);
  const { phrases } = await readSearchText(deps, typed);
  const wish = stayWishOf(search.filter);
  // Keyed by the typed text, which decides the text without a phrase.
  return deps.catalogue.through(
    `ways on ${JSON.stringify(typed)} ${searchKey(search)}`,
    async () => {
      readsNearby(search);
      const [conditions, weeks, resorts] = await Promise.all([
        waysWithoutOne(deps, search, { typed, phrases }),
        wish ? nearWeeks(deps, search, wish) : [],
        nearResorts(deps, search),
      ]);
      return { conditions, weeks, resorts };
    },
  );
}
