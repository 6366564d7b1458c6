import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  parseSearch,
  priceChoices,
  searchIdentity,
  searchPath,
  searchVariables,
  sortChoices,
  stayProblem,
  type SearchState,
} from './searchUrl.ts';

const parse = (text: string) => parseSearch(new URLSearchParams(text));

const plain = parse('');

describe('The search URL', () => {
  it('reads query, sort and price, and trims the query', () => {
    expect(parse('q=%20aruba%20&sort=price-asc&price=100-300&type=rent')).toEqual({
      ...plain,
      query: 'aruba',
      type: 'rent',
      sort: 'price-asc',
      price: '100-300',
    });
  });

  it('reads every filter', () => {
    expect(
      parse(
        'destination=Aruba&destination=Hawaii&brand=Divi&amenity=Pool&from=2027-03-05&to=2027-03-12' +
          '&guests=4&bedrooms=0&rating=4.5&view=map&n=36&at=28.5,-81.4,7.5',
      ),
    ).toEqual({
      ...plain,
      destinations: ['Aruba', 'Hawaii'],
      brands: ['Divi'],
      amenities: ['Pool'],
      from: '2027-03-05',
      to: '2027-03-12',
      guests: 4,
      bedrooms: 0,
      rating: 4.5,
      view: 'map',
      count: 36,
      at: { latitude: 28.5, longitude: -81.4, zoom: 7.5 },
    });
  });

  it.each([
    'sort=colour&price=free',
    'from=2027-03-05',
    'from=2027-03-12&to=2027-03-05',
    'from=2027-02-30&to=2027-03-05',
    'from=2027-01-01&to=2027-06-01',
    'guests=0',
    'guests=four',
    'guests=31',
    'bedrooms=-1',
    'bedrooms=1.5',
    'rating=6',
    'rating=good',
    'n=3',
    'n=99999',
    'view=globe',
    'at=1,2',
    'at=91,0,3',
    'at=a,b,c',
    'destination=',
    `brand=${'x'.repeat(201)}`,
  ])('ignores %s', (text) => {
    expect(parse(text)).toEqual(plain);
    expect(searchPath(parse(text))).toBe('/search');
  });

  it('reads each value once, and 20 at most', () => {
    expect(parse('brand=A&brand=A').brands).toEqual(['A']);
    const many = Array.from({ length: 30 }, (_, index) => `amenity=A${index}`).join('&');
    expect(parse(many).amenities).toHaveLength(20);
  });

  it('becomes the variables of the query', () => {
    expect(
      searchVariables(parse('q=disney&sort=reviews&price=300-plus&brand=Divi&rating=4&n=240')),
    ).toEqual({
      query: 'disney',
      filter: { priceTier: 'FROM_300', brands: ['Divi'], minRating: 4 },
      sort: 'MOST_REVIEWS',
      first: 100,
    });
    expect(searchVariables(plain)).toEqual({
      query: null,
      filter: {},
      sort: 'HIGHEST_RATED',
      first: 12,
    });
  });

  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 4 });
  const day = fc
    .integer({ min: 0, max: 900 })
    .map((number) => new Date(Date.UTC(2026, 10, 21 + number)).toISOString().slice(0, 10));
  const states: fc.Arbitrary<SearchState> = fc
    .record({
      query: fc.string({ maxLength: 40 }).map((text) => text.trim()),
      type: fc.constantFrom('', 'rent', 'buy'),
      sort: fc.constantFrom(...sortChoices.map(({ value }) => value)),
      price: fc.constantFrom(...priceChoices.map(({ value }) => value)),
      destinations: names,
      brands: names,
      amenities: names,
      stay: fc.tuple(day, day),
      guests: fc.option(fc.integer({ min: 1, max: 30 })),
      bedrooms: fc.option(fc.integer({ min: 0, max: 10 })),
      rating: fc.option(fc.constantFrom(3, 3.5, 4, 4.5)),
      view: fc.constantFrom('list', 'map'),
      count: fc.integer({ min: 12, max: 1_200 }),
      at: fc.option(
        fc.record({
          latitude: fc.integer({ min: -8_500, max: 8_500 }).map((number) => number / 100),
          longitude: fc.integer({ min: -18_000, max: 18_000 }).map((number) => number / 100),
          zoom: fc.integer({ min: 0, max: 180 }).map((number) => number / 10),
        }),
      ),
    })
    .map(({ stay: [from, to], ...state }) => ({
      ...state,
      ...(stayProblem({ from, to }) === null ? { from, to } : { from: '', to: '' }),
    }));

  it('is written as short as possible, and reads back the same', () => {
    expect(searchPath(parse('sort=rating&price=all&n=12&view=list'))).toBe('/search');
    fc.assert(
      fc.property(states, (state) => {
        const address = searchPath(state);
        expect(parse(address.split('?')[1] ?? '')).toEqual(state);
        expect(searchPath(parse(address.split('?')[1] ?? ''))).toBe(address);
      }),
    );
  });

  it('identifies the same search for any number of results', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(searchIdentity({ ...state, count: 48, at: null })).toBe(searchIdentity(state));
        expect(searchIdentity({ ...state, query: `${state.query}x` })).not.toBe(
          searchIdentity(state),
        );
      }),
    );
  });

  it('tells whether the search is narrowed', () => {
    expect(isNarrowed(parse('sort=reviews&view=map&n=24'))).toBe(false);
    for (const text of ['q=a', 'price=under-100', 'bedrooms=0', 'brand=A']) {
      expect(isNarrowed(parse(text))).toBe(true);
    }
  });
});

describe('The dates of a stay', () => {
  it.each([
    ['2027-03-05', '2027-03-06', null],
    ['2027-03-01', '2027-04-30', null],
    ['2027-03-05', '', 'Choose both dates'],
    ['', '2027-03-05', 'Choose both dates'],
    ['2027-03-05', '2027-03-05', 'Check out after you check in'],
    ['2027-03-01', '2027-05-01', 'A stay may have at most 60 nights'],
  ])('from %s to %s: %s', (from, to, problem) => {
    expect(stayProblem({ from, to })).toBe(problem);
  });
});
