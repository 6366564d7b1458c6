import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceChoices, sortChoices, weekSortChoices, type SearchState } from './searchState.ts';
import { areDatesReversed, flexChoices, noTime, stayProblem, type StayTime } from './stayTime.ts';
import { parseSearch, searchIdentity, searchPath } from './searchUrl.ts';
import { isNarrowed, searchVariables, weekVariables } from './searchVariables.ts';

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
          '&flex=3&total=2000&guests=4&bedrooms=0&instant=1&rating=4.5&view=map&n=36&area=27.5,-82.4,29.25,-80',
      ),
    ).toEqual({
      ...plain,
      destinations: ['Aruba', 'Hawaii'],
      brands: ['Divi'],
      amenities: ['Pool'],
      from: '2027-03-05',
      to: '2027-03-12',
      flex: 3,
      total: 2_000,
      guests: 4,
      bedrooms: 0,
      instant: true,
      rating: 4.5,
      view: 'map',
      count: 36,
      area: { south: 27.5, west: -82.4, north: 29.25, east: -80 },
    });
  });

  it.each([
    'sort=colour&price=free',
    'from=2027-03-05',
    'from=2027-03-05&to=2027-03-05',
    'flex=3',
    'month=2027-13',
    'month=June',
    'season=summer',
    'season=monsoon-2027',
    'season=winter-1999',
    'nights=0',
    'nights=61',
    'nights=5-3',
    'nights=5-61',
    'nights=a-few',
    'total=0',
    'total=12345678',
    'total=2k',
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
    'area=1,2,3',
    'area=-91,0,3,4',
    'area=5,0,4,1',
    'area=1,3,2,3',
    'area=a,b,c,d',
    'destination=',
    `brand=${'x'.repeat(201)}`,
  ])('ignores %s', (text) => {
    expect(parse(text)).toEqual(plain);
    expect(searchPath(parse(text))).toBe('/search');
  });

  it.each([
    ['month=2027-06&nights=7', { month: '2027-06', nights: '7' }],
    ['season=winter-2026&nights=weekend', { season: 'winter-2026', nights: 'weekend' }],
    ['nights=3-5', { nights: '3-5' }],
    // Said twice: the more exact one counts.
    ['month=2027-06&season=summer-2027', { month: '2027-06' }],
    [
      'from=2027-03-05&to=2027-03-12&month=2027-06&nights=10',
      { from: '2027-03-05', to: '2027-03-12' },
    ],
    ['from=2027-03-05&month=2027-06&flex=7', { month: '2027-06' }],
    ['from=2027-03-05&to=2027-03-12&flex=2', { from: '2027-03-05', to: '2027-03-12' }],
  ])('reads the time of %s', (text, time) => {
    expect(parse(text)).toEqual({ ...plain, ...time });
  });

  it('puts reversed dates in order, and tells so', () => {
    const reversed = 'from=2027-03-12&to=2027-03-05';
    expect(parse(reversed)).toEqual({ ...plain, from: '2027-03-05', to: '2027-03-12' });
    expect(areDatesReversed(new URLSearchParams(reversed))).toBe(true);
    for (const text of [
      '',
      'from=2027-03-05&to=2027-03-12',
      'from=2027-06-05&to=2027-03-12',
      'from=2027-03-12',
      'from=y&to=x',
    ]) {
      expect(areDatesReversed(new URLSearchParams(text))).toBe(false);
    }
  });

  it('has one order, kept in the other view if that has it too', () => {
    expect(parse('sort=price-asc').sort).toBe('price-asc');
    expect(parse('view=weeks&sort=total').weekSort).toBe('total');
    expect(searchPath({ ...parse('sort=price-asc'), view: 'weeks' })).toBe('/search?view=weeks');
    expect(searchPath({ ...parse('view=weeks&sort=total'), view: 'list' })).toBe(
      '/search?sort=total',
    );
    expect(searchPath({ ...parse('view=weeks&sort=total-desc'), view: 'list' })).toBe('/search');
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
      first: 24,
    });
    expect(searchVariables(plain)).toEqual({
      query: null,
      filter: {},
      sort: null,
      first: 12,
    });
  });

  it('becomes the variables of the query of weeks', () => {
    expect(weekVariables(parse('q=aruba&view=weeks&sort=total-desc&guests=4&n=24'))).toEqual({
      query: 'aruba',
      filter: { guests: 4 },
      sort: 'HIGHEST_TOTAL',
      first: 24,
    });
    expect(weekVariables(plain)).toMatchObject({ sort: null, first: 12 });
  });

  it.each([
    [
      'from=2027-03-05&to=2027-03-12&flex=3',
      { availableFrom: '2027-03-05', availableTo: '2027-03-12', flexibleDays: 3 },
    ],
    ['month=2027-06', { arrivalFrom: '2027-06-01', arrivalTo: '2027-06-30' }],
    ['month=2027-12', { arrivalFrom: '2027-12-01', arrivalTo: '2027-12-31' }],
    ['month=2028-02', { arrivalFrom: '2028-02-01', arrivalTo: '2028-02-29' }],
    ['season=winter-2026', { season: { name: 'WINTER', year: 2026 } }],
    ['nights=7', { minNights: 7, maxNights: 7 }],
    ['nights=3-5', { minNights: 3, maxNights: 5 }],
    ['nights=weekend', { minNights: 2, maxNights: 3, arrivalWeekday: 'FRIDAY' }],
    ['total=2000', { maxTotalCents: 200_000 }],
  ])('%s becomes a filter', (text, filter) => {
    expect(searchVariables(parse(text)).filter).toEqual(filter);
  });

  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 4 });
  const day = fc
    .integer({ min: 0, max: 900 })
    .map((number) => new Date(Date.UTC(2026, 10, 21 + number)).toISOString().slice(0, 10));
  const times: fc.Arbitrary<StayTime> = fc.oneof(
    fc
      .tuple(day, day, fc.option(fc.constantFrom(...flexChoices)))
      .map(([from, to, flex]) =>
        stayProblem({ from, to }) === null ? { ...noTime, from, to, flex } : noTime,
      ),
    fc
      .tuple(
        fc.constantFrom(
          {},
          { month: '2027-06' },
          { season: 'summer-2027' },
          { season: 'winter-2026' },
        ),
        fc.constantFrom('', 'weekend', '7', '3-5', '60'),
      )
      .map(([arrival, nights]) => ({ ...noTime, ...arrival, nights })),
  );
  const states: fc.Arbitrary<SearchState> = fc
    .record({
      query: fc.string({ maxLength: 40 }).map((text) => text.trim()),
      type: fc.constantFrom('', 'rent', 'buy'),
      sort: fc.option(fc.constantFrom(...sortChoices.map(({ value }) => value))),
      weekSort: fc.option(fc.constantFrom(...weekSortChoices.map(({ value }) => value))),
      price: fc.constantFrom(...priceChoices.map(({ value }) => value)),
      destinations: names,
      brands: names,
      amenities: names,
      time: times,
      total: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
      guests: fc.option(fc.integer({ min: 1, max: 30 })),
      bedrooms: fc.option(fc.integer({ min: 0, max: 10 })),
      instant: fc.boolean(),
      rating: fc.option(fc.constantFrom(3, 3.5, 4, 4.5)),
      view: fc.constantFrom('list', 'weeks', 'map'),
      count: fc.integer({ min: 12, max: 1_200 }),
      area: fc.option(
        fc
          .tuple(
            fc.integer({ min: -9_000, max: 8_999 }),
            fc.integer({ min: -18_000, max: 17_999 }),
            fc.nat(9_000),
            fc.nat(9_000),
          )
          .map(([south, west, up, right]) => ({
            south: south / 100,
            west: west / 100,
            north: Math.min(south + up + 1, 9_000) / 100,
            east: Math.min(west + right + 1, 18_000) / 100,
          })),
      ),
    })
    .map(({ time, ...state }) => ({
      ...state,
      ...time,
      // The URL has one order: that of what is shown.
      ...(state.view === 'weeks'
        ? { sort: state.weekSort === 'total-desc' ? null : state.weekSort }
        : { weekSort: state.sort === 'total' || state.sort === 'earliest' ? state.sort : null }),
    }));

  it('is written as short as possible, and reads back the same', () => {
    expect(searchPath(parse('price=all&n=12&view=list'))).toBe('/search');
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
        expect(searchIdentity({ ...state, count: 48, area: null })).toBe(searchIdentity(state));
        expect(searchIdentity({ ...state, query: `${state.query}x` })).not.toBe(
          searchIdentity(state),
        );
      }),
    );
  });

  it('tells whether the search is narrowed', () => {
    expect(isNarrowed(parse('sort=reviews&view=map&n=24'))).toBe(false);
    for (const text of [
      'q=a',
      'price=under-100',
      'bedrooms=0',
      'brand=A',
      'nights=7',
      'total=900',
    ]) {
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
