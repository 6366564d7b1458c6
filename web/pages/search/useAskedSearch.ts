import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useNextLocation } from '../../shell/useNextLocation.ts';
import {
  pageSize,
  parseSearch,
  searchIdentity,
  searchPath,
  type SearchState,
} from './searchUrl.ts';

export type ChangeSearch = (changes: Partial<SearchState>) => void;

/** Says in the address how far someone read, or where on the map they are. */
export type NotePlace = (place: Partial<Pick<SearchState, 'count' | 'at'>>) => void;

interface AskedSearch {
  /** What is shown. */
  search: SearchState;
  /** What was asked for last: what the controls say while the answer is on its way. */
  asked: SearchState;
  isLoading: boolean;
  /** Goes to the search with some of it changed, from its first result on. */
  change: ChangeSearch;
  notePlace: NotePlace;
}

/** The search of the page's address. Changes in quick succession add up. */
export function useAskedSearch(): AskedSearch {
  const shown = useLocation();
  const { next, readNext } = useNextLocation();
  const navigate = useNavigate();
  const search = parseSearch(new URLSearchParams(shown.search));
  const isStaying = next.pathname === shown.pathname;
  // A checkbox answers to its click at once, before the router has moved.
  const [asked, ask] = useOptimistic(
    isStaying ? parseSearch(new URLSearchParams(next.search)) : search,
  );
  return {
    search,
    asked,
    isLoading: searchIdentity(asked) !== searchIdentity(search),
    change: (changes) => {
      const wanted = { ...asked, count: pageSize, at: null, ...changes };
      startTransition(async () => {
        ask(wanted);
        await navigate(searchPath(wanted), { preventScrollReset: true });
      });
    },
    notePlace: (place) => {
      const { pathname, search: params } = readNext();
      const now = parseSearch(new URLSearchParams(params));
      // Another search may be on its way by now, or another page.
      if (pathname !== shown.pathname || searchIdentity(now) !== searchIdentity(search)) return;
      void navigate(searchPath({ ...now, ...place }), {
        replace: true,
        preventScrollReset: true,
      });
    },
  };
}
