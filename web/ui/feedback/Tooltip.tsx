import {
  cloneElement,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './Tooltip.module.css';
import { endTurn, takeTurn, waitBeforeNext } from './tooltipTurns.ts';

interface TooltipProps {
  text: string;
  /** A single control; the tooltip describes it unless its name has the same text (`isInName`). */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  isInName?: boolean;
}

interface Place {
  left: number;
  top: number;
  isBelow: boolean;
}

/** Milliseconds for the pointer to cross the gap between a control and its tooltip. */
const gapMs = 100;

/** A tooltip: shown after 700 ms under the pointer, or at once on keyboard focus. */
export function Tooltip({ text, children, isInName = false }: TooltipProps) {
  const id = useId();
  const trigger = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<Place | null>(null);
  const isOpen = place !== null;

  const close = useCallback(() => {
    setPlace(null);
    endTurn(id);
  }, [id]);
  const open = () => {
    const box = trigger.current?.getBoundingClientRect();
    if (!box) return;
    takeTurn(id, close);
    setPlace(placeBeside(box));
  };
  const after = (delay: number, action: () => void) => {
    clearTimeout(timer.current);
    if (delay === 0) action();
    else timer.current = setTimeout(action, delay);
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (isOpen) clearTimeout(timer.current);
    else after(waitBeforeNext(), open);
  };
  const leave = () => {
    if (isOpen) after(gapMs, close);
    else clearTimeout(timer.current);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', close, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', close, true);
      endTurn(id);
    };
  }, [isOpen, close, id]);

  return (
    <span
      ref={trigger}
      className={styles.trigger}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onPointerDown={() => after(0, close)}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) after(0, open);
      }}
      onBlur={() => after(0, close)}
    >
      {isOpen && !isInName ? cloneElement(children, { 'aria-describedby': id }) : children}
      {place &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            className={place.isBelow ? styles.below : styles.above}
            style={{ left: place.left, top: place.top }}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={leave}
          >
            {text}
          </span>,
          document.body,
        )}
    </span>
  );
}

const roomAbovePx = 56;
const edgePx = 96;

/** A place above the control if there is room, within the window's sides. */
function placeBeside(box: DOMRect): Place {
  const isBelow = box.top < roomAbovePx;
  const middle = box.left + box.width / 2;
  return {
    left: Math.min(Math.max(middle, edgePx), Math.max(window.innerWidth - edgePx, edgePx)),
    top: isBelow ? box.bottom + 8 : box.top - 8,
    isBelow,
  };
}
