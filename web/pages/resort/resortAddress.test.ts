import { describe, expect, it } from 'vitest';
import { readResortView, resortViewSearch } from './resortAddress.ts';

const plainView = { month: undefined, night: undefined, dialog: undefined, sort: 'NEWEST' };

describe('the address of a resort page', () => {
  it('says month, night, dialog and order', () => {
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
    '?reviews=some&sort=best',
    '?review=burn',
  ])('leaves out what %j can not mean', (search) => {
    expect(readResortView(search)).toEqual(plainView);
  });

  it.each([
    '',
    '?month=2027-02',
    '?night=2027-02-13',
    '?reviews=all&sort=highest',
    '?review=write',
  ])('writes %j as it was read', (search) => {
    expect(resortViewSearch(readResortView(search))).toBe(search);
  });
});
