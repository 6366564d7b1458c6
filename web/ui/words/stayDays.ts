import { formatDays } from '#common/dayWords.ts';

/**
 * First night and day of departure: 'Jun 5 – 12, 2027'. Not in dates.ts, to keep the first load
 * small.
 */
export const formatStayDays = (from: string, to: string): string =>
  // Some engines put thin spaces around the dash.
  formatDays(from, to).replaceAll('\u2009', ' ');
