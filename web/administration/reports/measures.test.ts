import { describe, expect, it } from 'vitest';
import { addDays } from '#common/days.ts';
import { asCsv, gather } from './measures.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays('2026-01-01', index),
    registrations: 1,
    listings: index,
    bookings: 2,
    revenue: { amount: 150 },
    fees: { amount: 12 },
    taxes: { amount: 7 },
  }));

describe('gather', () => {
  it('keeps days as they are', () => {
    expect(gather(days(2))).toEqual([
      {
        from: '2026-01-01',
        to: '2026-01-01',
        label: 'Jan 1',
        registrations: 1,
        listings: 0,
        bookings: 2,
        revenue: 150,
        fees: 12,
        taxes: 7,
      },
      {
        from: '2026-01-02',
        to: '2026-01-02',
        label: 'Jan 2',
        registrations: 1,
        listings: 1,
        bookings: 2,
        revenue: 150,
        fees: 12,
        taxes: 7,
      },
    ]);
    expect(gather([])).toEqual([]);
  });

  it('groups many days into weeks that end on the last day, without losing any', () => {
    const weeks = gather(days(100));
    expect(weeks).toHaveLength(15);
    expect(weeks.at(-1)).toMatchObject({ from: '2026-04-04', to: '2026-04-10', bookings: 14 });
    expect(weeks[0]).toMatchObject({ from: '2026-01-01', to: '2026-01-02', registrations: 2 });
    expect(weeks.reduce((sum, { listings }) => sum + listings, 0)).toBe(4950);
  });
});

describe('asCsv', () => {
  it('has a header row, and amounts in dollars', () => {
    expect(asCsv(gather(days(1)))).toBe(
      'From,To,Registrations,Listings,Bookings,Gross Revenue (USD),Fees (USD),Tax (USD)\r\n2026-01-01,2026-01-01,1,0,2,1.50,0.12,0.07\r\n',
    );
  });
});
