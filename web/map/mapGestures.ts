import {
  useCallback,
  useEffect,
  useRef,
  type HTMLAttributes,
  type PointerEvent,
  type RefObject,
} from 'react';

interface Point {
  x: number;
  y: number;
}

/** The wheel scrolls the page; with Ctrl, or as a pinch on a touchpad, it zooms the map. */
export function useWheel(
  frame: RefObject<HTMLElement | null>,
  onZoom: (steps: number, anchor: Point) => void,
): void {
  const latest = useRef(onZoom);
  useEffect(() => {
    latest.current = onZoom;
  });
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!element || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      latest.current(-event.deltaY / 200, { x: event.clientX - left, y: event.clientY - top });
    };
    // React's listeners are passive, so the page would zoom as well.
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [frame]);
}

/** One pointer drags, two pointers pinch. */
export function useDrag(
  onMove: (right: number, down: number, steps: number, anchor?: Point) => void,
): Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
> {
  const pointers = useRef(new Map<number, Point>());
  const release = useCallback((event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  }, []);
  return {
    onPointerDown: (event) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, now);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      const share = other ? 0.5 : 1;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      onMove(
        (before.x - now.x) * share,
        (before.y - now.y) * share,
        other ? Math.log2(distance(now, other) / distance(before, other)) : 0,
        other && { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top },
      );
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

const distance = (a: Point, b: Point): number => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
