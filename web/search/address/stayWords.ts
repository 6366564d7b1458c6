import { plural } from '#common/numbers.ts';

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const monthLabel = (value: string): string => month.format(new Date(`${value}-01`));

export function seasonLabel(value: string): string {
  const [name = '', year] = value.split('-');
  const end = name === 'winter' ? `–${(Number(year) + 1) % 100}` : '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}${end}`;
}

export function nightsLabel(value: string): string {
  if (value === 'weekend') return 'Weekend';
  return value.includes('-') ? `${value.replace('-', '–')} nights` : plural(Number(value), 'night');
}

export const flexLabel = (days: number): string => `± ${plural(days, 'day')}`;
