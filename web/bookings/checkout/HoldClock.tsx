import { useState } from 'react';
import { clockWords, useSecondsLeft } from '../SecondsLeft.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './Checkout.module.css';

interface HoldClockProps {
  deadline: number;
  onOver: () => void;
}

/** Seconds left at which screen readers are notified. */
const told: readonly { at: number; words: string }[] = [
  { at: 300, words: '5 minutes are left to pay' },
  { at: 60, words: '1 minute is left to pay' },
];

export function HoldClock({ deadline, onOver }: HoldClockProps) {
  const [words, setWords] = useState('');
  const left = useSecondsLeft(deadline, (now, before) => {
    const passed = told.find(({ at }) => before > at && now <= at);
    if (passed) setWords(passed.words);
    if (now === 0) onOver();
  });
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
