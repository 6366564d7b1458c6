import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { draggedStay, type FreeNights, type Stay } from './choice.ts';

interface DragOptions {
  nights: FreeNights;
  stay: Stay | undefined;
  onStay: (stay: Stay) => void;
}

export function useDrag({ nights, stay, onStay }: DragOptions) {
  const [drawn, setDrawn] = useState<Stay>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: PointerEvent) => {
    const day = dayAt(event.target);
    if (day === undefined || event.button !== 0) return;
    const start = day === stay?.from ? stay.to : day === stay?.to ? stay.from : day;
    let latest: Stay | undefined;
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const over = dayAt(document.elementFromPoint(clientX, clientY));
      if (over === undefined || (over === day && latest === undefined)) return;
      latest = draggedStay(start, over, nights);
      setDrawn(latest);
    };
    const end = ({ type }: globalThis.PointerEvent) => {
      stop.current?.();
      if (type === 'pointerup' && latest) onStay(latest);
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
