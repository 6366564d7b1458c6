import { describe, expect, it } from 'vitest';
import { chosenConditions } from './chosenConditions.ts';
import {
  noConditions,
  parseSales,
  salesPath,
  saleVariables,
  type SaleState,
} from './saleAddress.ts';

const parse = (search: string): SaleState => parseSales(new URLSearchParams(search));

const plain: SaleState = { ...noConditions, query: '', sort: null, count: 12 };

const everything: SaleState = {
  query: 'palm bay',
  sort: 'first-year',
  destinations: ['Aruba', 'Mexico'],
  brands: ['Palm Clubs'],
  seasons: ['Platinum'],
  kinds: ['FIXED', 'POINTS'],
  uses: ['ODD'],
  tenures: ['RIGHT_TO_USE'],
  priceFrom: 1_000,
  priceTo: 9_000,
  feeFrom: 500,
  feeTo: 1_200,
  firstYearTo: 10_000,
  weekFrom: 20,
  weekTo: 30,
  bedrooms: 2,
  firstUseBy: 2028,
  count: 36,
};

describe('The address of a search for what is for sale', () => {
  it('holds every condition, and leaves out what is usual', () => {
    expect(parse(new URL(salesPath(everything), 'http://x').search)).toEqual(everything);
    expect(salesPath(plain)).toBe('/search?type=buy');
    expect(parse('?type=buy')).toEqual(plain);
  });

  it.each([
    ['sort=cheap&n=5', {}],
    ['n=9999', {}],
    ['bedrooms=13&week-from=0&week-to=54&first-use=1999', {}],
    ['price-from=-1&price-to=1e3&fee-to=many', {}],
    ['kind=exchange&use=never&form=leased&tenure=deeded', { tenures: ['DEEDED'] }],
    [`season=${'x'.repeat(201)}&season=Red&season=Red`, { seasons: ['Red'] }],
    ['price-from=9000&price-to=1000', { priceFrom: 1_000, priceTo: 9_000 }],
    ['week-from=30&week-to=20', { weekFrom: 20, weekTo: 30 }],
    ['q=%20%20palm%20', { query: 'palm' }],
  ])('"%s" is read as %j', (search, expected) => {
    expect(parse(search)).toEqual({ ...plain, ...expected });
  });

  it('becomes the variables of the query, in cents', () => {
    expect(saleVariables(everything)).toEqual({
      query: 'palm bay',
      filter: {
        destinations: ['Aruba', 'Mexico'],
        brands: ['Palm Clubs'],
        seasons: ['Platinum'],
        ownerships: ['FIXED', 'POINTS'],
        uses: ['ODD'],
        tenures: ['RIGHT_TO_USE'],
        minPriceCents: 100_000,
        maxPriceCents: 900_000,
        minFeeCents: 50_000,
        maxFeeCents: 120_000,
        maxFirstYearCents: 1_000_000,
        weekFrom: 20,
        weekTo: 30,
        bedrooms: 2,
        firstUseBy: 2028,
      },
      sort: 'LOWEST_FIRST_YEAR',
      first: 24,
    });
    expect(saleVariables(plain)).toEqual({ query: null, filter: {}, sort: null, first: 12 });
  });

  it('says each condition in words, and what is left without it', () => {
    const chosen = chosenConditions(everything);
    expect(chosen.map(({ label }) => label)).toEqual([
      'Aruba',
      'Mexico',
      'Palm Clubs',
      'Fixed week',
      'Points',
      'Odd years',
      'Right to use',
      'Platinum season',
      '$1,000 – $9,000',
      '$500 – $1,200 a year',
      'Up to $10,000 in the first year',
      'Weeks 20 – 30',
      '2 bedrooms or more',
      'First use by 2028',
    ]);
    const rest = chosen.reduce<SaleState>(
      // Of a list, only the chosen value goes at a time.
      (state, { key }) => ({
        ...state,
        ...chosenConditions(state).find((each) => each.key === key)?.without,
      }),
      everything,
    );
    expect(chosenConditions(rest)).toEqual([]);
  });

  it.each([
    [{ priceFrom: 500 }, '$500 or more'],
    [{ weekFrom: 26, weekTo: 26 }, 'Week 26'],
    [{ weekTo: 10 }, 'Weeks 1 – 10'],
    [{ bedrooms: 0 }, 'Studio or larger'],
    [{ seasons: ['High season'] }, 'High season'],
  ])('%j is "%s"', (state, label) => {
    expect(chosenConditions({ ...noConditions, ...state })).toMatchObject([{ label }]);
  });
});
