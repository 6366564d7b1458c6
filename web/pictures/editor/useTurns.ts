import { useCallback, useRef } from 'react';

export type InTurn = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Runs calls one at a time, so that an earlier response never replaces a later one. */
export function useTurns(): InTurn {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((call) => {
    const turn = last.current.then(call);
    last.current = turn.catch(() => undefined);
    return turn;
  }, []);
}
