import { formatDays } from '#common/dayWords.ts';

/** First night and day of departure: 'Jun 5 – 12, 2027'. Apart from dates.ts, for the first load. */
export const formatStayDays = (from: string, to: string): string =>
  // Some engines put thin spaces around the dash.
  formatDays(from, to).replaceAll('\u2009', ' ');
