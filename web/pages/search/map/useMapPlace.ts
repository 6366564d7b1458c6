import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { fittedView, viewBounds, type Bounds, type Size } from './mapGeometry.ts';
import type { MapPlace } from '../address/searchState.ts';

export type MapRest = (view: MapPlace, bounds: Bounds) => void;

interface MovableMap {
  /** Null until the size is known. */
  view: MapPlace | null;
  size: Size | null;
  move: (change: (view: MapPlace, size: Size) => MapPlace) => void;
}

/** Milliseconds without movement that count as rest. */
const restAfter = 250;

/**
 * The place that a map shows, at first `at` or, without it, all of `bounds`.
 * @param onRest Called shortly after the map stopped at another place.
 */
export function useMapPlace(
  frame: RefObject<HTMLElement | null>,
  bounds: Bounds,
  at: MapPlace | null,
  onRest: MapRest,
): MovableMap {
  const [size, setSize] = useState<Size | null>(null);
  const [moved, setMoved] = useState<MapPlace | null>(at);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const view = useMemo(() => size && (moved ?? fittedView(bounds, size)), [moved, bounds, size]);

  // The state that events start from, since several may come between two renders.
  const latest = useRef({ view, size, moved, onRest });
  useEffect(() => {
    latest.current = { view, size, moved, onRest };
  });
  const restSoon = useCallback((delay = restAfter) => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const { moved: place, size: frameSize, onRest: rest } = latest.current;
      if (place && frameSize) rest(place, viewBounds(place, frameSize));
    }, delay);
  }, []);
  const move = (change: (view: MapPlace, size: Size) => MapPlace) => {
    const { view: before, size: frameSize } = latest.current;
    if (!before || !frameSize) return;
    const next = change(before, frameSize);
    latest.current = { ...latest.current, view: next, moved: next };
    setMoved(next);
    restSoon();
  };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return;
      const { width, height } = entry.contentRect;
      const isFirst = latest.current.size === null;
      latest.current = { ...latest.current, size: { width, height } };
      setSize({ width, height });
      // The page loaded clusters for the whole map; a closer view has finer ones.
      restSoon(isFirst ? 0 : restAfter);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [frame, restSoon]);
  return { view, size, move };
}
