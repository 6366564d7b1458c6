import { useEffect, useState } from 'react';

/** Milliseconds that what is shown may stay as it is while the next is loaded. */
const patience = 250;

/** Whether something has been loading for so long that it should be seen. */
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
