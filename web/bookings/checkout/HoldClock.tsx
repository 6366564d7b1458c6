import { useEffect, useEffectEvent, useState } from 'react';
import { clockWords } from '../SecondsLeft.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './Checkout.module.css';

interface HoldClockProps {
  /** When the hold ends, by the clock of this device. */
  deadline: number;
  onOver: () => void;
}

/** Seconds left at which screen readers are notified. */
const told: readonly { at: number; words: string }[] = [
  { at: 300, words: '5 minutes are left to pay' },
  { at: 60, words: '1 minute is left to pay' },
];

const secondsUntil = (deadline: number): number =>
  Math.max(0, Math.round((deadline - Date.now()) / 1000));

export function HoldClock({ deadline, onOver }: HoldClockProps) {
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  const [words, setWords] = useState('');
  const tick = useEffectEvent(() => {
    const now = secondsUntil(deadline);
    const passed = told.find(({ at }) => left > at && now <= at);
    if (passed) setWords(passed.words);
    setLeft(now);
    if (now === 0) onOver();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={`row gap-3 padding-3-4 tile ${styles.clock}`} data-soon={left <= 60}>
      <Icon name="lock" size={20} />
      <span>
        These nights are kept for you for{' '}
        <strong className="digits" role="timer" aria-live="off">
          {clockWords(left)}
        </strong>
      </span>
      <span className="visuallyHidden" role="status">
        {words}
      </span>
    </div>
  );
}
