import { describe, expect, it } from 'vitest';
import { readResortView, resortViewSearch } from './resortAddress.ts';

const plainView = {
  month: undefined,
  night: undefined,
  guests: null,
  stay: undefined,
  dialog: undefined,
  booking: undefined,
  sort: 'NEWEST',
};

const listing = '0197c2a4-5b1e-7c3d-8e4f-001122334455';

describe('The URL of a resort page', () => {
  it('holds month, night, dialog and order', () => {
    expect(readResortView('?month=2027-02&night=2027-02-13&reviews=all&sort=lowest')).toEqual({
      month: '2027-02',
      night: '2027-02-13',
      guests: null,
      stay: undefined,
      dialog: 'reviews',
      booking: undefined,
      sort: 'LOWEST',
    });
    expect(readResortView('?review=write').dialog).toBe('write');
    expect(readResortView(`?review=${listing}`)).toMatchObject({
      dialog: 'stay',
      booking: listing,
    });
    expect(readResortView(`?answer=${listing}`)).toMatchObject({
      dialog: 'answer',
      booking: listing,
    });
    expect(readResortView(`?from=2027-02-13&to=2027-02-20&guests=4&week=${listing}`).stay).toEqual({
      from: '2027-02-13',
      to: '2027-02-20',
      guests: 4,
      listing,
    });
    expect(readResortView('?from=2027-02-13&to=2027-02-20&guests=99&week=x').stay).toEqual({
      from: '2027-02-13',
      to: '2027-02-20',
      guests: null,
      listing: null,
    });
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
    '?answer=write',
    `?review=${listing}0`,
    '?from=2027-02-13&guests=31',
    '?from=2027-02-20&to=2027-02-13',
    '?from=2027-02-13&to=2027-02-13',
    '?from=2027-02-13&to=2027-05-13',
  ])('ignores the invalid values of %j', (search) => {
    expect(readResortView(search)).toEqual(plainView);
  });

  it.each([
    '',
    '?month=2027-02',
    '?night=2027-02-13',
    '?reviews=all&sort=highest',
    '?guests=4&night=2027-02-13',
    '?from=2027-02-13&to=2027-02-20',
    `?from=2027-02-13&to=2027-02-20&guests=4&week=${listing}&month=2027-03`,
    '?review=write',
    `?review=${listing}`,
    `?answer=${listing}`,
  ])('reads and writes %j unchanged', (search) => {
    expect(resortViewSearch(readResortView(search))).toBe(search);
  });
});
