import { formatDay, formatMoment, withPlainSpaces } from './dates.ts';
import { useHydrated } from '../basics/useHydrated.ts';

interface LocalTimeProps {
  instant: string;
}

/** An instant in the reader's own time zone; in UTC on the server, which doesn't know the zone. */
export function LocalTime({ instant }: LocalTimeProps) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {isHydrated ? formatLocalMoment(instant) : formatMoment(instant)}
    </time>
  );
}

/** The day of an instant in the reader's own time zone; in UTC on the server. */
export function LocalDay({ instant }: LocalTimeProps) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {isHydrated ? formatLocalDay(instant) : formatDay(instant)}
    </time>
  );
}

/** The time of day of an instant in the reader's own time zone, such as '9:30 AM'. */
export function LocalClock({ instant }: LocalTimeProps) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {isHydrated ? format(instant, { timeStyle: 'short' }) : formatMoment(instant)}
    </time>
  );
}

/** An instant as 'Feb 13, 2027, 9:30 AM', by default in the time zone of the machine. */
export const formatLocalMoment = (instant: string, timeZone?: string): string =>
  format(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** An instant as 'Feb 13, 2027', by default in the time zone of the machine. */
export const formatLocalDay = (instant: string, timeZone?: string): string =>
  format(instant, { dateStyle: 'medium', timeZone });

const format = (instant: string, options: Intl.DateTimeFormatOptions): string =>
  withPlainSpaces(new Intl.DateTimeFormat('en-US', options).format(new Date(instant)));
