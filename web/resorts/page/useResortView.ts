import { useContext } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router-dom';
import { useDialogNavigation } from '#web/ui/dialogs/useAddressDialog.ts';
import { readResortView, resortViewSearch, type ResortView } from './resortAddress.ts';

/** The page's view, kept in its URL so that it can be linked and Back undoes a change. */
export function useResortView() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const view = readResortView(search);
  const { closeTo } = useDialogNavigation(view.dialog !== undefined);
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const latestView = (): ResortView => {
    const { navigation, location } = router?.state ?? {};
    const latest = [navigation?.location, location].find((one) => one?.pathname === pathname);
    return readResortView(latest?.search ?? search);
  };
  const pathOf = (change: Partial<ResortView>): string =>
    pathname + resortViewSearch({ ...view, ...change });
  return {
    view,
    pathOf,
    /**
     * Changes the view without scrolling.
     * @param change may depend on the latest view, even if not rendered yet
     */
    show: (
      change: Partial<ResortView> | ((now: ResortView) => Partial<ResortView>),
      { replace = false } = {},
    ): void => {
      const now = latestView();
      const changed = { ...now, ...(typeof change === 'function' ? change(now) : change) };
      void navigate(pathname + resortViewSearch(changed), {
        preventScrollReset: true,
        replace,
        // Changes inside an open dialog keep the mark that it was opened here.
        state: view.dialog === undefined ? { openedHere: true } : state,
      });
    },
    closeDialog: () => closeTo(pathOf({ dialog: undefined, sort: 'NEWEST' })),
  };
}
