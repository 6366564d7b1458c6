import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readResortView, resortViewSearch, type ResortView } from './resortAddress.ts';

interface ResortViewState {
  view: ResortView;
  /** The address of this page with something else shown. */
  pathOf: (change: Partial<ResortView>) => string;
  /** Shows something else, without moving the page. */
  show: (change: Partial<ResortView>, options?: { replace?: boolean }) => void;
  /** Closes the open dialog: one step back where it was opened here. */
  closeDialog: () => void;
}

/** What the page shows stands in its address, so that it can be linked to and Back takes it back. */
export function useResortView(): ResortViewState {
  const navigate = useNavigate();
  const { pathname, search, key, state } = useLocation();
  const view = readResortView(search);
  const pathOf = (change: Partial<ResortView>) =>
    pathname + resortViewSearch({ ...view, ...change });

  // Closing goes back one step, so a second Escape or a late answer must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = view.dialog === undefined ? undefined : key;
  }, [view.dialog, key]);

  return {
    view,
    pathOf,
    show: (change, options = {}) =>
      void navigate(pathOf(change), {
        preventScrollReset: true,
        replace: options.replace ?? false,
        // Within an open dialog the step that opened it stays the one to take back.
        state: view.dialog === undefined ? openedHere : state,
      }),
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
