import { describe, expect, it } from 'vitest';
import { nextRun, parseSchedule, scheduleInWords } from './schedule.ts';

const next = (text: string, after = '2026-11-21T22:45:30Z') =>
  nextRun(text, Date.parse(after))?.toISOString().slice(0, 16);

describe('The next run', () => {
  it.each([
    ['every minute', '* * * * *', '2026-11-21T22:46'],
    ['every hour', '0 * * * *', '2026-11-21T23:00'],
    ['every six hours', '0 */6 * * *', '2026-11-22T00:00'],
    ['every day', '0 3 * * *', '2026-11-22T03:00'],
    ['every Monday', '0 3 * * 1', '2026-11-23T03:00'],
    ['every Sunday, as weekday 7', '0 3 * * 7', '2026-11-22T03:00'],
    ['on the first of the month', '30 4 1 * *', '2026-12-01T04:30'],
    ['on the first or on Tuesdays', '0 0 1 * 2', '2026-11-24T00:00'],
    ['on a leap day', '0 0 29 2 *', '2028-02-29T00:00'],
    ['at several times', '5,50 1-2,22 * * *', '2026-11-21T22:50'],
    ['on a day that never comes', '0 0 31 2 *', undefined],
  ])('%s', (_what, text, instant) => {
    expect(next(text)).toBe(instant);
  });

  it('is never in the minute that has begun', () => {
    expect(next('45 22 * * *', '2026-11-21T22:45:00Z')).toBe('2026-11-22T22:45');
  });
});

describe('A schedule', () => {
  it.each(['', '0 3 * *', '0 3 * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *'])(
    'cannot be %o',
    (text) => expect(parseSchedule(text)).toBeUndefined(),
  );

  it.each(['* * * * 8', '5-3 * * * *', '*/0 * * * *', 'MON * * * *', '1- * * * *', '1/2 * * * *'])(
    'cannot be %o',
    (text) => expect(parseSchedule(text)).toBeUndefined(),
  );

  it('is described in words if it is a preset', () => {
    expect(scheduleInWords('0 3 * * *')).toBe('Every day at 03:00 UTC');
    expect(scheduleInWords('7 3 * * *')).toBe('At 7 3 * * * (UTC)');
  });
});
