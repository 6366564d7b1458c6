import { useEffect, useState } from 'react';

/** Milliseconds of loading after which it counts as slow. */
const patience = 250;

/** Whether loading takes so long that it should be shown. */
export function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setIsSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow;
}
