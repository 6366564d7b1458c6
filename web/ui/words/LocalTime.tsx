import { formatMoment } from './dates.ts';
import { useHydrated } from '../basics/useHydrated.ts';

interface LocalTimeProps {
  instant: string;
}

/** An instant in the reader's own time zone; the server, which doesn't know it, writes it in UTC. */
export function LocalTime({ instant }: LocalTimeProps) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {isHydrated ? formatLocalMoment(instant) : formatMoment(instant)}
    </time>
  );
}

/** An instant as 'Feb 13, 2027, 09:30', by default in the time zone of the machine. */
export const formatLocalMoment = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));
