import { use, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';

export function useNextLocation() {
  const shown = useLocation();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const readNext = () => router?.state.location ?? shown;
  const next = useSyncExternalStore(
    (onChange) => router?.subscribe(onChange) ?? (() => undefined),
    readNext,
    // `shown` is a copy. A new object after hydration would render the whole page at once.
    () => (readNext().key === shown.key ? readNext() : shown),
  );
  return { next, readNext };
}
