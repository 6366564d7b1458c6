import { formatDay } from '#web/ui/words/dates.ts';
import { addDays } from '#common/days.ts';

export const measures = [
  { name: 'registrations', label: 'Registrations', isMoney: false },
  { name: 'listings', label: 'Listings', isMoney: false },
  { name: 'bookings', label: 'Bookings', isMoney: false },
  { name: 'revenue', label: 'Gross Revenue', isMoney: true },
  { name: 'fees', label: 'Fees', isMoney: true },
  { name: 'taxes', label: 'Tax', isMoney: true },
] as const;

export type Measure = (typeof measures)[number]['name'];

/** Money is in US cents. */
type Figures = Readonly<Record<Measure, number>>;

interface Dollars {
  readonly amount: number;
}

export interface Day extends Readonly<Record<Measure, number | Dollars>> {
  readonly date: string;
}

export interface Span extends Figures {
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  label: string;
}

/** With more days, each bar is a week. */
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
        .map((day) => day[measure])
        .reduce<number>(
          (total, figure) => total + (typeof figure === 'number' ? figure : figure.amount),
          0,
        );
    spans.unshift({
      from,
      to,
      label: formatDay(from).replace(/, \d+$/, ''),
      registrations: sum('registrations'),
      listings: sum('listings'),
      bookings: sum('bookings'),
      revenue: sum('revenue'),
      fees: sum('fees'),
      taxes: sum('taxes'),
    });
  }
  return spans;
}

export function asCsv(spans: readonly Span[]): string {
  const header = measures.map(({ label, isMoney }) => (isMoney ? `${label} (USD)` : label));
  const rows = spans.map((span) =>
    [
      span.from,
      span.to,
      ...measures.map(({ name, isMoney }) =>
        isMoney ? (span[name] / 100).toFixed(2) : span[name],
      ),
    ].join(','),
  );
  return [['From', 'To', ...header].join(','), ...rows, ''].join('\r\n');
}
