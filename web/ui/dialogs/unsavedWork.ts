import { createContext, useContext, useEffect } from 'react';

/** What would lose unsaved work: any change of the URL, or only another page. */
export type LostBy = 'any move' | 'another page';

type HoldWork = (lostBy: LostBy) => () => void;

/** Provided by the dialog or page that asks before unsaved work is lost. */
export const UnsavedWorkContext = createContext<HoldWork | undefined>(undefined);

/** Tells the surrounding dialog or page that there is unsaved work, while `isThere`. */
export function useUnsavedWork(isThere: boolean, lostBy: LostBy = 'any move'): void {
  const hold = useContext(UnsavedWorkContext);
  useEffect(() => (isThere ? hold?.(lostBy) : undefined), [hold, isThere, lostBy]);
}
