import { use, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext, useLocation, type Location } from 'react-router-dom';

interface NextLocation {
  /** Where the router is, while the page may still show where it was, waiting for data. */
  next: Location;
  /** The same at the time of the call: for what happens later than it was rendered. */
  readNext: () => Location;
}

export function useNextLocation(): NextLocation {
  const shown = useLocation();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const readNext = () => router?.state.location ?? shown;
  const next = useSyncExternalStore(
    (onChange) => router?.subscribe(onChange) ?? (() => undefined),
    readNext,
    () => shown,
  );
  return { next, readNext };
}
