import { useState } from 'react';

/**
 * All names shown so far: an opened dialog stays mounted, so that it can close with its transition.
 */
export function useSeen<TName>(shown: TName | undefined): readonly TName[] {
  const [seen, setSeen] = useState<readonly TName[]>([]);
  if (shown === undefined || seen.includes(shown)) return seen;
  const extended = [...seen, shown];
  setSeen(extended);
  return extended;
}
