import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pageSize, parseSearch, searchPath, type SearchState } from './searchUrl.ts';

export type ChangeSearch = (changes: Partial<SearchState>) => void;

interface AskedSearch {
  /** As the address says: what is shown. */
  search: SearchState;
  /** As it was asked for last: what the controls say while the answer is on its way. */
  asked: SearchState;
  /** Goes to the search with some of it changed, from its first result on. */
  change: ChangeSearch;
}

/** The search of the page's address. Changes in quick succession add up. */
export function useAskedSearch(): AskedSearch {
  const location = useLocation();
  const navigate = useNavigate();
  const [arrived, setArrived] = useState(location.key);
  const [pending, setPending] = useState<SearchState | null>(null);
  if (arrived !== location.key) {
    setArrived(location.key);
    setPending(null);
  }
  const search = parseSearch(new URLSearchParams(location.search));
  const asked = pending ?? search;
  return {
    search,
    asked,
    change: (changes) => {
      const next = { ...asked, count: pageSize, at: null, ...changes };
      setPending(next);
      void navigate(searchPath(next), { preventScrollReset: true });
    },
  };
}
