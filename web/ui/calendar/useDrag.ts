import { useEffect, useRef, useState, type PointerEvent } from 'react';

interface DragOptions<Drawn> {
  /** Makes the selection from the pressed day and the day under the pointer. */
  draw: (pressed: string, over: string) => Drawn | undefined;
  onDrawn: (drawn: Drawn) => void;
}

/** Draws a range of days in a grid of dates; each day has its date in `data-day`. */
export function useDrag<Drawn>({ draw, onDrawn }: DragOptions<Drawn>) {
  const [drawn, setDrawn] = useState<Drawn>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: PointerEvent) => {
    const day = dayAt(event.target);
    if (day === undefined || event.button !== 0) return;
    let latest: Drawn | undefined;
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const over = dayAt(document.elementFromPoint(clientX, clientY));
      if (over === undefined || (over === day && latest === undefined)) return;
      latest = draw(day, over);
      setDrawn(latest);
    };
    const end = ({ type }: globalThis.PointerEvent) => {
      stop.current?.();
      if (type === 'pointerup' && latest) onDrawn(latest);
    };
    stop.current?.();
    stop.current = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      setDrawn(undefined);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
  return { drawn, onPointerDown };
}

const dayAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined;
