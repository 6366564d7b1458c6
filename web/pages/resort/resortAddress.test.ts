import { describe, expect, it } from 'vitest';
import { readResortView, resortViewSearch } from './resortAddress.ts';

const plainView = { month: undefined, night: undefined, dialog: undefined, sort: 'NEWEST' };

describe('The URL of a resort page', () => {
  it('holds month, night, dialog and order', () => {
    expect(readResortView('?month=2027-02&night=2027-02-13&reviews=all&sort=lowest')).toEqual({
      month: '2027-02',
      night: '2027-02-13',
      dialog: 'reviews',
      sort: 'LOWEST',
    });
    expect(readResortView('?review=write').dialog).toBe('write');
  });

  it.each([
    '',
    '?month=2027-13',
    '?month=02-2027',
    '?night=2027-02-30',
    '?night=1027-02-03',
    '?night=20270-02-03',
    '?reviews=some&sort=best',
    '?review=burn',
  ])('ignores the invalid values of %j', (search) => {
    expect(readResortView(search)).toEqual(plainView);
  });

  it.each([
    '',
    '?month=2027-02',
    '?night=2027-02-13',
    '?reviews=all&sort=highest',
    '?review=write',
  ])('reads and writes %j unchanged', (search) => {
    expect(resortViewSearch(readResortView(search))).toBe(search);
  });
});
