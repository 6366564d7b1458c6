import { useLocation } from 'react-router-dom';
import { pageSize, type SearchState } from '#web/search/address/searchState.ts';
import { parseSearch, searchIdentity, searchPath } from '#web/search/address/searchUrl.ts';
import { areDatesReversed } from '#web/search/address/stayTime.ts';
import { useAsked } from './useAsked.ts';

export type ChangeSearch = (changes: Partial<SearchState>) => void;

export type NotePlace = (place: Partial<Pick<SearchState, 'count' | 'area'>>) => void;

const address = {
  parse: parseSearch,
  pathOf: searchPath,
  identityOf: searchIdentity,
  start: { count: pageSize },
};

export function useAskedSearch() {
  const asked = useAsked<SearchState>(address);
  const change: ChangeSearch = (changes) => {
    // A new place is elsewhere on the map.
    const isElsewhere = 'query' in changes || 'destinations' in changes;
    asked.change(isElsewhere ? { ...changes, area: null } : changes);
  };
  const areDatesSwapped = areDatesReversed(new URLSearchParams(useLocation().search));
  return { ...asked, areDatesSwapped, change };
}
