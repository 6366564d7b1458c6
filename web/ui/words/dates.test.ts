import { describe, expect, it } from 'vitest';
import {
  dueInWords,
  formatDay,
  formatDays,
  formatLongDay,
  formatMoment,
  formatMonth,
  formatStay,
  timeAgo,
} from './dates.ts';
import { addDays, addMonths } from '#common/days.ts';

describe('plain dates', () => {
  it('read the same in every time zone', () => {
    expect(formatDay('2027-02-13')).toBe('Feb 13, 2027');
    expect(formatLongDay('2027-02-13')).toBe('Saturday, February 13, 2027');
    expect(formatMonth('2027-02')).toBe('February 2027');
    expect(formatDays('2027-02-13', '2027-02-20')).toBe('Feb 13 – Feb 20, 2027');
    expect(formatDays('2026-12-26', '2027-01-02')).toBe('Dec 26, 2026 – Jan 2, 2027');
    expect(formatMoment('2027-02-13T09:30:00Z')).toBe('Feb 13, 2027, 9:30 AM UTC');
    expect(formatMoment('2027-02-13T00:05:00Z')).toBe('Feb 13, 2027, 12:05 AM UTC');
    expect(formatStay('2027-02-13', '2027-02-20')).toBe('Sat, Feb 13 – Sat, Feb 20, 2027');
    expect(formatStay('2026-12-26', '2027-01-02')).toBe('Sat, Dec 26, 2026 – Sat, Jan 2, 2027');
  });

  it('are counted across months and years', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(addMonths('2026-11', 3)).toBe('2027-02');
    expect(addMonths('2027-01', -1)).toBe('2026-12');
  });
});

describe('dueInWords', () => {
  const hour = 3_600_000;
  it.each([
    [19.5 * hour, 'due in 19 hours'],
    [49 * hour, 'due in 2 days'],
    [90_000, 'due in 1 minute'],
    [20_000, 'due in 1 minute'],
    [0, 'overdue'],
    [-hour, 'overdue'],
  ])('formats %d milliseconds as "%s"', (milliseconds, words) => {
    expect(dueInWords(milliseconds)).toBe(words);
  });
});

describe('timeAgo', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T10:00:00Z', '2 hours ago'],
    ['2026-11-20T12:00:00Z', '1 day ago'],
    ['2026-11-14T12:00:00Z', '1 week ago'],
    ['2026-10-30T12:00:00Z', '3 weeks ago'],
    ['2026-10-20T12:00:00Z', '1 month ago'],
    ['2024-11-20T12:00:00Z', '2 years ago'],
    ['2026-11-22T12:00:00Z', 'just now'],
  ])('formats %s as "%s"', (instant, words) => {
    expect(timeAgo(instant, now)).toBe(words);
  });
});
