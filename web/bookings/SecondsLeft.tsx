import { useEffect, useEffectEvent, useState } from 'react';

const secondsUntil = (deadline: number): number =>
  Math.max(0, Math.round((deadline - Date.now()) / 1000));

/** @param onTick Called every second with the seconds left, and those a second before. */
export function useSecondsLeft(
  deadline: number,
  onTick?: (now: number, before: number) => void,
): number {
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  const tick = useEffectEvent(() => {
    const now = secondsUntil(deadline);
    setLeft(now);
    onTick?.(now, left);
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}

export function clockWords(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const minutes = hours === 0 ? String(rest) : `${hours}:${String(rest).padStart(2, '0')}`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

interface SecondsLeftProps {
  /** Milliseconds since 1970, by the clock of this device. */
  until: number;
}

/** Remaining time as '13:41' or '23:59:59'. Screen readers are not notified every second. */
export const SecondsLeft = ({ until }: SecondsLeftProps) => (
  <strong role="timer" aria-live="off">
    {clockWords(useSecondsLeft(until))}
  </strong>
);
