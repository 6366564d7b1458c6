import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router-dom';
import { readResortView, resortViewSearch, type ResortView } from './resortAddress.ts';

interface ResortViewState {
  view: ResortView;
  pathOf: (change: Partial<ResortView>) => string;
  /**
   * Changes the view without scrolling.
   * @param change may depend on the latest view, even if not rendered yet
   */
  show: (
    change: Partial<ResortView> | ((now: ResortView) => Partial<ResortView>),
    options?: { replace?: boolean },
  ) => void;
  /** Closes the open dialog; goes back one step if it was opened here. */
  closeDialog: () => void;
}

/** The page's view, kept in its URL so that it can be linked and Back undoes a change. */
export function useResortView(): ResortViewState {
  const navigate = useNavigate();
  const { pathname, search, key, state } = useLocation();
  const view = readResortView(search);
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const latestView = (): ResortView => {
    const { navigation, location } = router?.state ?? {};
    const latest = [navigation?.location, location].find((one) => one?.pathname === pathname);
    return readResortView(latest?.search ?? search);
  };
  const pathOf = (change: Partial<ResortView>) =>
    pathname + resortViewSearch({ ...view, ...change });

  // Closing goes back one step, so a second Escape or a late response must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = view.dialog === undefined ? undefined : key;
  }, [view.dialog, key]);

  return {
    view,
    pathOf,
    show: (change, options = {}) => {
      const now = latestView();
      const changed = { ...now, ...(typeof change === 'function' ? change(now) : change) };
      void navigate(pathname + resortViewSearch(changed), {
        preventScrollReset: true,
        replace: options.replace ?? false,
        // Changes inside an open dialog keep the mark that it was opened here.
        state: view.dialog === undefined ? openedHere : state,
      });
    },
    closeDialog: () => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (wasOpenedHere(state)) void navigate(-1);
      else {
        void navigate(pathOf({ dialog: undefined, sort: 'NEWEST' }), {
          replace: true,
          preventScrollReset: true,
        });
      }
    },
  };
}

const openedHere = { openedHere: true };

function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
