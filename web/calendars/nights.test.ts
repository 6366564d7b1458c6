import { expect, it } from 'vitest';
import { isChangeable, nightOf, nightWords, rangesOf } from './nights.ts';

const span = (kind: string, from: string, to: string, given = {}) => ({
  kind,
  from,
  to,
  blockedBy: null,
  isConflict: false,
  ...given,
});

const listing = {
  availableFrom: '2027-03-06',
  availableTo: '2027-03-13',
  taken: [
    span('TAKEN', '2027-03-07', '2027-03-09'),
    span('BLOCKED', '2027-03-08', '2027-03-10', { blockedBy: 'Rentals', isConflict: true }),
    span('BLOCKED', '2027-03-11', '2027-03-12'),
  ],
};

it.each([
  ['2027-03-05', 'not on offer', false],
  ['2027-03-06', 'free, over', false],
  ['2027-03-07', 'booked', false],
  ['2027-03-08', 'booked, taken in Rentals, taken twice', false],
  ['2027-03-09', 'blocked by a calendar, taken in Rentals', false],
  ['2027-03-10', 'free', true],
  ['2027-03-11', 'blocked by you', true],
  ['2027-03-13', 'not on offer', false],
])('%s is %s', (day, words, canChange) => {
  const night = nightOf(day, listing, '2027-03-07');
  expect([nightWords(night), isChangeable(night)]).toEqual([words, canChange]);
});

it('leaves out of the ranges what can’t be changed', () => {
  const days = ['2027-03-09', '2027-03-10', '2027-03-11', '2027-03-12', '2027-03-13'];
  const nights = days.map((day) => nightOf(day, listing, '2027-03-01'));
  expect(rangesOf(nights)).toEqual([{ from: '2027-03-10', to: '2027-03-13' }]);
});
