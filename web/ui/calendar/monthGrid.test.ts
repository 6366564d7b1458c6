import { describe, expect, it } from 'vitest';
import { dayAfterKey, weeksOf } from './monthGrid.ts';

describe('the rows of a month', () => {
  it('run from Sunday to Saturday, with each day once', () => {
    const weeks = weeksOf('2027-02');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe('2027-01-31');
    expect(weeks.at(-1)?.at(-1)).toBe('2027-03-06');
    expect(weeksOf('2026-02')).toHaveLength(4);
    expect(weeksOf('2027-05')).toHaveLength(6);
  });
});

describe('keys in the grid', () => {
  it.each([
    ['ArrowLeft', '2027-03-01', '2027-02-28'],
    ['ArrowRight', '2027-02-28', '2027-03-01'],
    ['ArrowUp', '2027-03-03', '2027-02-24'],
    ['ArrowDown', '2027-02-24', '2027-03-03'],
    ['Home', '2027-02-17', '2027-02-14'],
    ['End', '2027-02-17', '2027-02-20'],
    ['PageUp', '2027-03-31', '2027-02-28'],
    ['PageDown', '2027-01-31', '2027-02-28'],
    ['Enter', '2027-01-31', undefined],
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(dayAfterKey(key, from)).toBe(to);
  });
});
