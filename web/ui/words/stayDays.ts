const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * First night and day of departure: 'Jun 5 – 12, 2027'. Not in dates.ts, to keep the first load
 * small.
 */
export const formatStayDays = (from: string, to: string): string =>
  // Some engines put thin spaces around the dash.
  medium.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');
