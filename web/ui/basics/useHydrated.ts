import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False on the server and while its HTML is taken over, then true: for what the server can't draw. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
