import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { fittedView, viewBounds, type Bounds, type MapPlace, type Size } from './mapGeometry.ts';

export interface MovableMap {
  frame: RefObject<HTMLDivElement | null>;
  /** Null until the size is known. */
  view: MapPlace | null;
  size: Size | null;
  move: (change: (view: MapPlace, size: Size) => MapPlace) => void;
}

interface MapOptions {
  /** The initial bounds, with a margin. */
  bounds: Bounds;
  /** The initial area instead of `bounds`, without a margin. */
  area?: Bounds | null;
  closest?: number;
  onRest?: (bounds: Bounds) => void;
}

/** Milliseconds without movement that count as rest. */
const restAfter = 250;

export function useMap({ bounds, area = null, closest, onRest }: MapOptions): MovableMap {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [moved, setMoved] = useState<MapPlace | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A changed area in the URL is the result of moving this map.
  const [first] = useState(area);
  const view = useMemo(() => {
    if (!size || moved) return moved;
    return first
      ? fittedView(first, size, { closest: 18, margin: noMargin })
      : fittedView(bounds, size, { closest });
  }, [moved, first, bounds, closest, size]);

  // For event handlers, since several events may come between two renders.
  const latest = useRef({ view, size, onRest });
  useEffect(() => {
    latest.current = { view, size, onRest };
  });
  const restSoon = useCallback(() => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const { view: place, size: frameSize, onRest: rest } = latest.current;
      if (place && frameSize) rest?.(viewBounds(place, frameSize));
    }, restAfter);
  }, []);
  const move: MovableMap['move'] = (change) => {
    const { view: before, size: frameSize } = latest.current;
    if (!before || !frameSize) return;
    const next = change(before, frameSize);
    latest.current = { ...latest.current, view: next };
    setMoved(next);
    restSoon();
  };
  const isPlaced = moved !== null || first !== null;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return;
      const { width, height } = entry.contentRect;
      setSize({ width, height });
      if (isPlaced) restSoon();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isPlaced, restSoon]);
  useEffect(() => () => clearTimeout(resting.current), []);
  return { frame, view, size, move };
}

const noMargin = { top: 0, right: 0, bottom: 0, left: 0 };
