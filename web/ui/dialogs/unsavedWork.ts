import { createContext, useContext, useEffect } from 'react';

/** What would lose unsaved work: any change of the address, or only another page. */
export type LostBy = 'any move' | 'another page';

type HoldWork = (lostBy: LostBy) => () => void;

/** Given by the dialog or page that asks before unsaved work is lost. */
export const UnsavedWorkContext = createContext<HoldWork | undefined>(undefined);

/** Tells the dialog or page around it, while `isThere`, that there is unsaved work. */
export function useUnsavedWork(isThere: boolean, lostBy: LostBy = 'any move'): void {
  const hold = useContext(UnsavedWorkContext);
  useEffect(() => (isThere ? hold?.(lostBy) : undefined), [hold, isThere, lostBy]);
}
