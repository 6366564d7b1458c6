import { useLocation } from 'react-router-dom';
import { pageSize, type SearchState } from './searchState.ts';
import { parseSearch, searchIdentity, searchPath } from './searchUrl.ts';
import { areDatesReversed } from './stayTime.ts';
import { useAsked } from './useAsked.ts';

export type ChangeSearch = (changes: Partial<SearchState>) => void;

/** Records in the URL the number of results loaded, or the place on the map. */
export type NotePlace = (place: Partial<Pick<SearchState, 'count' | 'at'>>) => void;

const address = {
  parse: parseSearch,
  pathOf: searchPath,
  identityOf: searchIdentity,
  start: { count: pageSize, at: null },
};

/** The search for resorts or weeks in the page's URL, and whether its dates were put right. */
export const useAskedSearch = () => ({
  areDatesSwapped: areDatesReversed(new URLSearchParams(useLocation().search)),
  ...useAsked<SearchState>(address),
});
