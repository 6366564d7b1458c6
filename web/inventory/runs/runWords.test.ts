import { describe, expect, it } from 'vitest';
import { durationInWords, filtersInWords, outcomeOf } from './runWords.ts';

describe('The icon of a sync', () => {
  it.each([
    ['imports and errors', 'COMPLETED', 9, 1, 'warning'],
    ['errors only', 'COMPLETED', 0, 5, 'warning'],
    ['imports without errors', 'COMPLETED', 10, 0, 'success'],
    ['no rows', 'COMPLETED', 0, 0, 'failure'],
    ['a provider that failed', 'FAILED', 0, 0, 'failure'],
    ['a provider that failed half-way', 'FAILED', 1000, 0, 'failure'],
    ['a sync that was stopped', 'CANCELLED', 1000, 0, 'success'],
    ['a running sync', 'RUNNING', 500, 3, 'running'],
    ['a waiting sync', 'WAITING', 0, 0, 'running'],
  ] as const)('for %s', (_what, status, imported, failed, outcome) => {
    expect(outcomeOf({ status, imported, failed })).toBe(outcome);
  });
});

describe('Filters in words', () => {
  const none = { destination: null, priceMin: null, priceMax: null, limit: null };

  it.each([
    [none, 'Everything'],
    [{ ...none, limit: 10 }, 'At most 10'],
    [{ ...none, priceMax: { formatted: '$0' } }, 'Up to $0 a night'],
    [{ ...none, priceMin: { formatted: '$99.50' } }, 'From $99.50 a night'],
    [
      {
        destination: 'Hawaii',
        priceMin: { formatted: '$100' },
        priceMax: { formatted: '$300' },
        limit: 10,
      },
      'Hawaii, $100 to $300 a night, at most 10',
    ],
  ])('%o', (filters, words) => expect(filtersInWords(filters)).toBe(words));
});

describe('How long a run took', () => {
  it.each([
    ['2026-11-21T10:00:00.200Z', 'Under a second'],
    ['2026-11-21T10:00:04Z', '4 s'],
    ['2026-11-21T10:02:05Z', '2 min 5 s'],
    ['2026-11-21T10:02:00Z', '2 min'],
  ])('until %s', (end, words) => {
    expect(durationInWords('2026-11-21T10:00:00Z', end)).toBe(words);
  });
});
