import { useState } from 'react';

/** Everything that was shown so far: a dialog stays in the tree once opened, to leave gracefully. */
export function useSeen<TName>(shown: TName | undefined): readonly TName[] {
  const [seen, setSeen] = useState<readonly TName[]>([]);
  if (shown === undefined || seen.includes(shown)) return seen;
  const extended = [...seen, shown];
  setSeen(extended);
  return extended;
}
