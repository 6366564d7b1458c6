import { useEffect, useState } from 'react';
import { LocalTime } from '../ui/words/LocalTime.tsx';
import { plural } from '#common/numbers.ts';

export function TimeLeft({ until }: { until: string }) {
  // The server does not know when its HTML is read.
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <LocalTime instant={until} />
      {now !== undefined && ` (${leftInWords(Date.parse(until) - now)})`}
    </>
  );
}

/** Milliseconds as 'in 23 hours 12 minutes'. */
export function leftInWords(milliseconds: number): string {
  if (milliseconds <= 0) return 'over';
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
  if (days >= 2) return `in ${plural(days, 'day')}`;
  if (hours === 0) return `in ${plural(minutes, 'minute')}`;
  const rest = minutes % 60;
  return `in ${plural(hours, 'hour')}${rest > 0 ? ` ${plural(rest, 'minute')}` : ''}`;
}
