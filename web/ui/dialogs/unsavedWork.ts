import { createContext, useContext, useEffect } from 'react';

/** Navigation that loses unsaved work: any change of the URL, or only another page. */
export type LostBy = 'any move' | 'another page';

type HoldWork = (lostBy: LostBy) => () => void;

/** Provided by a dialog or page that protects unsaved work. */
export const UnsavedWorkContext = createContext<HoldWork | undefined>(undefined);

/** Tells the surrounding dialog or page about unsaved work, while `isThere`. */
export function useUnsavedWork(isThere: boolean, lostBy: LostBy = 'any move'): void {
  const hold = useContext(UnsavedWorkContext);
  useEffect(() => (isThere ? hold?.(lostBy) : undefined), [hold, isThere, lostBy]);
}
