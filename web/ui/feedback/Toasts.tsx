import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
} from 'react';
import { Icon } from '../basics/Icon.tsx';
import {
  currentToast,
  dismissToast,
  subscribeToToasts,
  toastMs,
  type Toast,
} from './toastStore.ts';
import { clearPlace, keptBoxes, toastPlaces, type ToastPlace } from './clearPlace.ts';
import styles from './Toasts.module.css';

const swipeThresholdPx = 50;

/** The region that announces and shows the current toast; F8 moves focus to it. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const [isFocused, setIsFocused] = useState(false);

  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && !region.current?.contains(focused)) {
        cameFrom.current = focused;
      }
      region.current?.focus();
    };
    document.addEventListener('keydown', focusRegion);
    return () => document.removeEventListener('keydown', focusRegion);
  }, []);

  // Positioned so that it covers nothing that people press or check, also in a dialog that opens later.
  useLayoutEffect(() => {
    const own = region.current;
    if (!toast || !own) return;
    const boxAt = (place: ToastPlace) => {
      own.dataset['place'] = place;
      return own.getBoundingClientRect();
    };
    const position = () => {
      own.dataset['place'] = clearPlace(toastPlaces(window.innerWidth), boxAt, keptBoxes());
    };
    position();
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role="dialog"]')) position();
    });
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, [toast]);

  // Returns the focus after a toast was closed by keyboard.
  useEffect(() => {
    if (toast || !isFocused) return;
    cameFrom.current?.focus();
    cameFrom.current = null;
  }, [toast, isFocused]);

  const polite = toast?.variant === 'default' ? toast : null;
  const urgent = toast?.variant === 'destructive' ? toast : null;
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onFocus={() => setIsFocused(true)}
      onBlur={(event) => setIsFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <div role="status">
        {polite && <ToastCard key={polite.id} toast={polite} isHeld={isFocused} />}
      </div>
      <div role="alert">
        {urgent && <ToastCard key={urgent.id} toast={urgent} isHeld={isFocused} />}
      </div>
    </section>
  );
}

function ToastCard({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [swipe, setSwipe] = useState(0);
  const swipeStart = useRef<number | null>(null);
  const { action } = toast;

  useEffect(() => {
    if (isHeld || isPointedAt) return;
    const timer = setTimeout(dismissToast, action ? 4 * toastMs : toastMs);
    return () => clearTimeout(timer);
  }, [isHeld, isPointedAt, action]);

  const startSwipe = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    swipeStart.current = event.clientX;
    // A fast finger leaves the toast before the toast has followed.
    if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const distance = (event: PointerEvent) =>
    swipeStart.current === null ? 0 : Math.max(0, event.clientX - swipeStart.current);
  const moveSwipe = (event: PointerEvent) => setSwipe(distance(event));
  const endSwipe = (event: PointerEvent) => {
    // Measured at release: a fast swipe ends before its last move is rendered.
    if (distance(event) >= swipeThresholdPx) dismissToast();
    swipeStart.current = null;
    setSwipe(0);
  };

  return (
    <div
      className={toast.variant === 'destructive' ? styles.destructive : styles.toast}
      style={swipe > 0 ? { transform: `translateX(${swipe}px)` } : undefined}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onPointerDown={startSwipe}
      onPointerMove={moveSwipe}
      onPointerUp={endSwipe}
      onPointerCancel={() => {
        swipeStart.current = null;
        setSwipe(0);
      }}
    >
      <div>
        <p className="bold">{toast.title}</p>
        {toast.description && <p>{toast.description}</p>}
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              dismissToast();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className={`disc ${styles.close}`} onClick={dismissToast}>
        <Icon name="close" size={20} />
        <span className="visuallyHidden">Close notification</span>
      </button>
    </div>
  );
}
