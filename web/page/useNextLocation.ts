import { use, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext, useLocation, type Location } from 'react-router-dom';

interface NextLocation {
  /** The location of the router; the page may still show the previous one while data loads. */
  next: Location;
  /** The same at the time of the call, for use after the render. */
  readNext: () => Location;
}

export function useNextLocation(): NextLocation {
  const shown = useLocation();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const readNext = () => router?.state.location ?? shown;
  const next = useSyncExternalStore(
    (onChange) => router?.subscribe(onChange) ?? (() => undefined),
    readNext,
    // `shown` is a copy. Another object than after hydration would render all of the page at once.
    () => (readNext().key === shown.key ? readNext() : shown),
  );
  return { next, readNext };
}
