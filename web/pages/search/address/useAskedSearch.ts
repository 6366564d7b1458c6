import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useNextLocation } from '../../../shell/useNextLocation.ts';
import { pageSize, type SearchState } from './searchState.ts';
import { areDatesReversed } from './stayTime.ts';
import { parseSearch, searchIdentity, searchPath } from './searchUrl.ts';

export type ChangeSearch = (changes: Partial<SearchState>) => void;

/** Records in the URL the number of results loaded, or the place on the map. */
export type NotePlace = (place: Partial<Pick<SearchState, 'count' | 'at'>>) => void;

interface AskedSearch {
  /** The search whose results are shown. */
  search: SearchState;
  /** The search that was requested last, which the controls show while it loads. */
  asked: SearchState;
  /** Whether the URL has its dates the wrong way round. */
  areDatesSwapped: boolean;
  isLoading: boolean;
  /** Changes the search, and starts from its first result. */
  change: ChangeSearch;
  notePlace: NotePlace;
}

/** The search in the page's URL. Changes in quick succession add up. */
export function useAskedSearch(): AskedSearch {
  const shown = useLocation();
  const { next, readNext } = useNextLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(shown.search);
  const search = parseSearch(params);
  const isStaying = next.pathname === shown.pathname;
  // A checkbox reacts to its click at once, before the router navigates.
  const [asked, ask] = useOptimistic(
    isStaying ? parseSearch(new URLSearchParams(next.search)) : search,
  );
  return {
    search,
    asked,
    areDatesSwapped: areDatesReversed(params),
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
      // Another search or page may be loading by now.
      if (pathname !== shown.pathname || searchIdentity(now) !== searchIdentity(search)) return;
      void navigate(searchPath({ ...now, ...place }), {
        replace: true,
        preventScrollReset: true,
      });
    },
  };
}
