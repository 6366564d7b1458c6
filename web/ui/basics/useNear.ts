import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element has been on the screen, or close to it. */
export function useNear<TElement extends Element>(): [RefObject<TElement | null>, boolean] {
  const ref = useRef<TElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setIsNear(true),
      { rootMargin: '300px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear];
}
