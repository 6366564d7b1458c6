import { chosenFilters } from './chosenFilters.ts';
import type { SearchState } from './searchState.ts';

/** The conditions of a saved search: '“aruba summer”, 4 guests, Pool'. */
export const watchedWords = (search: SearchState): string =>
  [
    ...(search.query === '' ? [] : [`“${search.query}”`]),
    ...chosenFilters(search).map(({ label }) => label),
  ].join(', ');
