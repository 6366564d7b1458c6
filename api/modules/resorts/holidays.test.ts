import { describe, expect, it } from 'vitest';
import { readHoliday } from './holidays.ts';

describe('a holiday in a search', () => {
  // Dates from the US federal holiday calendars and tables of Easter.
  it.each([
    ['thanksgiving', '2026-11-21', '2026-11-26', '2027-11-25'],
    ['thanksgiving', '2026-11-27', '2027-11-25', '2028-11-23'],
    ['thanksgiving', '2026-11-26', '2026-11-26', '2027-11-25'],
    ['xmas', '2026-11-21', '2026-12-25', '2027-12-25'],
    ["new year's eve", '2026-11-21', '2026-12-31', '2027-12-31'],
    ['easter', '2026-11-21', '2027-03-28', '2028-04-16'],
    ['memorial day', '2026-01-01', '2026-05-25', '2027-05-31'],
    ['labor day', '2026-01-01', '2026-09-07', '2027-09-06'],
    ['4th of July', '2026-07-05', '2027-07-04', '2028-07-04'],
  ])('%s from %s on means %s and %s', (text, today, next, following) => {
    expect(readHoliday(text, today)).toEqual({ rest: '', nights: [next, following] });
  });

  it('leaves the other words in the text', () => {
    expect(readHoliday('Orlando over  Thanksgiving with pool', '2026-11-21').rest).toBe(
      'Orlando over with pool',
    );
  });

  it('is not recognized inside another word', () => {
    expect(readHoliday('Easterly Shores', '2026-11-21')).toEqual({
      rest: 'Easterly Shores',
      nights: undefined,
    });
  });
});
