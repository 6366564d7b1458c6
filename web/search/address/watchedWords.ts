import { chosenFilters } from './chosenFilters.ts';
import type { SearchState } from './searchState.ts';

export const watchedWords = (search: SearchState): string =>
  [
    ...(search.query === '' ? [] : [`“${search.query}”`]),
    ...chosenFilters(search).map(({ label }) => label),
  ].join(', ');
