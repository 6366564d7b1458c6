import { useEffect, useState } from 'react';

const secondsUntil = (deadline: number): number =>
  Math.max(0, Math.round((deadline - Date.now()) / 1000));

/** Counts the seconds until a deadline by the clock of this device. */
function useSecondsLeft(deadline: number): number {
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(deadline)), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return left;
}

/** '13:41'. */
export const clockWords = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

interface SecondsLeftProps {
  /** Milliseconds since 1970, by the clock of this device. */
  until: number;
}

/** Remaining time as '13:41'. Screen readers are not notified every second. */
export const SecondsLeft = ({ until }: SecondsLeftProps) => (
  <strong role="timer" aria-live="off">
    {clockWords(useSecondsLeft(until))}
  </strong>
);
