import { describe, expect, it } from 'vitest';
import { filtersOf, usualFilters, validateFilters } from './syncFilters.ts';

describe('The filters of a sync', () => {
  it.each([
    [{}, {}],
    [{ limit: '' }, {}],
    [{ limit: '1' }, {}],
    [{ limit: '100' }, {}],
    [{ limit: '0' }, { limit: 'Limit must be a whole number from 1 to 100, or empty' }],
    [{ limit: '101' }, { limit: 'Limit must be a whole number from 1 to 100, or empty' }],
    [{ limit: '2.5' }, { limit: 'Limit must be a whole number from 1 to 100, or empty' }],
    [{ limit: 'ten' }, { limit: 'Limit must be a whole number from 1 to 100, or empty' }],
    [{ priceMin: '-1' }, { priceMin: 'Min price must be a number of 0 or more' }],
    [{ priceMin: '$5' }, { priceMin: 'Min price must be a number of 0 or more' }],
    [{ priceMax: '-0.01' }, { priceMax: 'Max price must be a number of 0 or more' }],
    [{ priceMin: '9', priceMax: '8' }, { priceMax: 'Max price must not be below the min price' }],
    [{ priceMin: '1000000.01' }, { priceMin: 'Min price must be at most 1,000,000' }],
    [{ priceMax: '30000000' }, { priceMax: 'Max price must be at most 1,000,000' }],
    [{ priceMin: '', priceMax: '8.50' }, {}],
    [{ priceMin: '8', priceMax: '8' }, {}],
  ])('are validated: %o', (changes, errors) => {
    expect(validateFilters({ ...usualFilters, ...changes })).toEqual(errors);
  });

  it('are sent as numbers, prices in cents, or as null if they do not narrow the sync', () => {
    expect(filtersOf(usualFilters)).toEqual({
      destination: null,
      limit: 10,
      priceMinCents: null,
      priceMaxCents: null,
    });
    expect(
      filtersOf({ destination: ' Hawaii ', limit: '', priceMin: '19.99', priceMax: '99.5' }),
    ).toEqual({ destination: 'Hawaii', limit: null, priceMinCents: 1_999, priceMaxCents: 9_950 });
  });
});
