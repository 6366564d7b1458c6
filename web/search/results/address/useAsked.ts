import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useNextLocation } from '#web/page/useNextLocation.ts';

interface Address<State> {
  parse: (params: URLSearchParams) => State;
  pathOf: (state: State) => string;
  /** Equal for searches that differ only in the number of displayed results. */
  identityOf: (state: State) => string;
  start: Partial<State>;
}

/** The search in the page's URL. Changes in quick succession add up. */
export function useAsked<State>(address: Address<State>) {
  const { parse, pathOf, identityOf, start } = address;
  const shown = useLocation();
  const { next, readNext } = useNextLocation();
  const navigate = useNavigate();
  const search = parse(new URLSearchParams(shown.search));
  const isStaying = next.pathname === shown.pathname;
  // Optimistic, so that a checkbox reacts at once, before the router navigates.
  const [asked, ask] = useOptimistic(isStaying ? parse(new URLSearchParams(next.search)) : search);
  return {
    search,
    /** The latest requested search, shown by the controls while it loads. */
    asked,
    isLoading: identityOf(asked) !== identityOf(search),
    change: (changes: Partial<State>) => {
      const wanted = { ...asked, ...start, ...changes };
      startTransition(async () => {
        ask(wanted);
        await navigate(pathOf(wanted), { preventScrollReset: true });
      });
    },
    notePlace: (place: Partial<State>) => {
      const { pathname, search: params } = readNext();
      const now = parse(new URLSearchParams(params));
      // Another search or page may be loading.
      if (pathname !== shown.pathname || identityOf(now) !== identityOf(search)) return;
      void navigate(pathOf({ ...now, ...place }), { replace: true, preventScrollReset: true });
    },
  };
}
