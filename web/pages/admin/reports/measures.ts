import { formatDay } from '../../../ui/words/dates.ts';
import { addDays } from '../../../ui/words/days.ts';

export const measures = [
  { name: 'registrations', label: 'Registrations' },
  { name: 'listings', label: 'Listings' },
  { name: 'bookings', label: 'Bookings' },
  { name: 'revenue', label: 'Revenue' },
] as const;

export type Measure = (typeof measures)[number]['name'];

/** Revenue is in US cents. */
type Figures = Readonly<Record<Measure, number>>;

export interface Day extends Omit<Figures, 'revenue'> {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** In US dollars. */
  readonly revenue: { readonly amount: number };
}

export interface Span extends Figures {
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  label: string;
}

/** With more days than this, each bar is a week. */
const mostBars = 92;

/** Single days, or weeks if there are many days. The last week ends on the last day. */
export function gather(days: readonly Day[]): Span[] {
  const length = days.length > mostBars ? 7 : 1;
  const spans: Span[] = [];
  for (let end = days.length; end > 0; end -= length) {
    const within = days.slice(Math.max(0, end - length), end);
    const from = within[0]?.date ?? '';
    const to = addDays(from, within.length - 1);
    const sum = (measure: Measure) =>
      within
        .map((day) => (measure === 'revenue' ? day.revenue.amount : day[measure]))
        .reduce((total, figure) => total + figure, 0);
    spans.unshift({
      from,
      to,
      label: formatDay(from).replace(/, \d+$/, ''),
      registrations: sum('registrations'),
      listings: sum('listings'),
      bookings: sum('bookings'),
      revenue: sum('revenue'),
    });
  }
  return spans;
}

/** The spans as CSV (RFC 4180), with amounts in dollars. */
export function asCsv(spans: readonly Span[]): string {
  const rows = spans.map(({ from, to, registrations, listings, bookings, revenue }) =>
    [from, to, registrations, listings, bookings, (revenue / 100).toFixed(2)].join(','),
  );
  return ['From,To,Registrations,Listings,Bookings,Revenue (USD)', ...rows, ''].join('\r\n');
}
