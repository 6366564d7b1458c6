import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { Icon } from './Icon.tsx';
import { currentToast, dismissToast, subscribeToToasts, type Toast } from './toastStore.ts';
import styles from './Toasts.module.css';

const autoCloseMs = 5000;
const swipeThresholdPx = 50;

/** The region that announces and shows the current toast; F8 moves focus to it. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    document.addEventListener('keydown', focusRegion);
    return () => document.removeEventListener('keydown', focusRegion);
  }, []);

  const polite = toast?.variant === 'default' ? toast : null;
  const urgent = toast?.variant === 'destructive' ? toast : null;
  return (
    <section ref={region} className={styles.region} aria-label="Notifications (F8)" tabIndex={-1}>
      <div role="status">{polite && <ToastCard key={polite.id} toast={polite} />}</div>
      <div role="alert">{urgent && <ToastCard key={urgent.id} toast={urgent} />}</div>
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
}

function ToastCard({ toast }: ToastCardProps) {
  const [isHeld, setIsHeld] = useState(false);
  const [swipe, setSwipe] = useState(0);
  const swipeStart = useRef<number | null>(null);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismissToast, autoCloseMs);
    return () => clearTimeout(timer);
  }, [isHeld]);

  const endSwipe = () => {
    if (swipe >= swipeThresholdPx) dismissToast();
    swipeStart.current = null;
    setSwipe(0);
  };
  const moveSwipe = (event: PointerEvent) => {
    if (swipeStart.current !== null) setSwipe(Math.max(0, event.clientX - swipeStart.current));
  };

  return (
    <div
      className={toast.variant === 'destructive' ? styles.destructive : styles.toast}
      style={swipe > 0 ? { transform: `translateX(${swipe}px)` } : undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onPointerDown={(event) => {
        swipeStart.current = event.clientX;
      }}
      onPointerMove={moveSwipe}
      onPointerUp={endSwipe}
      onPointerCancel={endSwipe}
    >
      <div>
        <p className={styles.title}>{toast.title}</p>
        {toast.description && <p>{toast.description}</p>}
      </div>
      <button type="button" className={styles.close} onClick={dismissToast}>
        <Icon name="close" size={20} />
        <span className="visuallyHidden">Close notification</span>
      </button>
    </div>
  );
}
