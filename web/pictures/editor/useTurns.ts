import { useCallback, useRef } from 'react';

export type InTurn = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Runs calls one after the other: the answer to an earlier one never replaces that to a later. */
export function useTurns(): InTurn {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((call) => {
    const turn = last.current.then(call);
    last.current = turn.catch(() => undefined);
    return turn;
  }, []);
}
