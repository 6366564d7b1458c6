import { plural } from '#common/numbers.ts';

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2027-06' as 'June 2027'. */
export const monthLabel = (value: string): string => month.format(new Date(`${value}-01`));

/** 'summer-2027' as 'Summer 2027', 'winter-2026' as 'Winter 2026–27'. */
export function seasonLabel(value: string): string {
  const [name = '', year] = value.split('-');
  const end = name === 'winter' ? `–${(Number(year) + 1) % 100}` : '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}${end}`;
}

/** '7' as '7 nights', '3-5' as '3–5 nights'. */
export function nightsLabel(value: string): string {
  if (value === 'weekend') return 'Weekend';
  return value.includes('-') ? `${value.replace('-', '–')} nights` : plural(Number(value), 'night');
}

export const flexLabel = (days: number): string => `± ${plural(days, 'day')}`;
