import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDepth } from '#api/testing/depth.ts';
import { createResort, createUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { countSaleFacets, type SaleFacets } from './saleFacets.ts';
import { ownerships, tenures, uses, type SaleFilterInput } from './saleFilter.ts';
import { findSales, saleSorts, type SaleSort } from './sales.ts';

let server: TestServer;
let owner: string;
let resortIds: string[];

const places = [
  { name: 'Palm Bay', brand: 'Palm Clubs', destination: 'Aruba' },
  { name: 'Palm Sands', brand: 'Sand Clubs', destination: 'Aruba' },
  { name: 'Cape Sands', brand: 'Sand Clubs', destination: 'Africa' },
];

beforeAll(async () => {
  server = await startTestServer();
  owner = (await createUser(server)).id;
  const resorts = [];
  for (const place of places) resorts.push(await createResort(server, place));
  resortIds = resorts.map(({ id }) => id);
});

afterAll(() => server.close());

const thisYear = Number(dayAhead(0).slice(0, 4));

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });
const dollars = fc.integer({ min: 1, max: 45 }).map((thousands) => thousands * 100_000);

const offer = fc.record({
  place: fc.nat({ max: places.length - 1 }),
  isActive: fc.constantFrom(true, true, true, false),
  contractVerificationStatus: fc.constantFrom(
    'verified' as const,
    'verified' as const,
    'pending' as const,
  ),
  isForSale: fc.constantFrom(true, true, true, false),
  isOver: fc.boolean(),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  salePriceCents: dollars,
  maintenanceFeeCents: orNull(fc.integer({ min: 1, max: 6 }).map((steps) => steps * 40_000)),
  nextFeePaidBy: orNull(fc.constantFrom('owner' as const, 'buyer' as const)),
  ownership: orNull(fc.constantFrom(...ownerships)),
  use: orNull(fc.constantFrom(...uses)),
  tenure: orNull(fc.constantFrom(...tenures)),
  season: orNull(fc.constantFrom('Red', 'red', 'White')),
  weekNumber: orNull(fc.integer({ min: 1, max: 53 })),
  bedrooms: orNull(fc.nat({ max: 4 })),
  firstUseYear: orNull(fc.integer({ min: thisYear, max: thisYear + 4 })),
});

type Offer = typeof offer extends fc.Arbitrary<infer Value> ? Value : never;

/** Rarely set: most listings would fail many conditions at once. */
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });
const range = <Least extends string, Most extends string>(
  least: Least,
  most: Most,
  value: fc.Arbitrary<number>,
) =>
  fc.tuple(maybe(value), maybe(value)).map(([one, other]) => {
    const isReversed = one !== undefined && other !== undefined && one > other;
    return (
      isReversed ? { [least]: other, [most]: one } : { [least]: one, [most]: other }
    ) as Record<Least | Most, number | undefined>;
  });

const filter: fc.Arbitrary<SaleFilterInput> = fc
  .tuple(
    fc.record({
      destinations: maybe(some(['Aruba', 'Africa', 'Atlantis'])),
      brands: maybe(some(['Palm Clubs', 'Sand Clubs'])),
      ownerships: maybe(some(ownerships)),
      uses: maybe(some(uses)),
      tenures: maybe(some(tenures)),
      seasons: maybe(some(['red', 'WHITE'])),
      currency: maybe(fc.constantFrom('USD', 'EUR')),
      bedrooms: maybe(fc.nat({ max: 3 })),
      firstUseBy: maybe(fc.integer({ min: thisYear, max: thisYear + 4 })),
    }),
    range('minPriceCents', 'maxPriceCents', dollars),
    range('minFeeCents', 'maxFeeCents', fc.integer({ min: 50_000, max: 220_000 })),
    range('minFirstYearCents', 'maxFirstYearCents', dollars),
    range('weekFrom', 'weekTo', fc.integer({ min: 1, max: 53 })),
  )
  .map((parts) => Object.assign({}, ...parts) as SaleFilterInput);

const text = fc.constantFrom('', '', 'palm', 'sands');

/** The rows of what is on sale, with the sums that the database keeps. */
const onSale = (offers: readonly Offer[]) =>
  offers
    .map((each, index) => {
      const { salePriceCents: price, maintenanceFeeCents: fee, nextFeePaidBy } = each;
      const total = nextFeePaidBy === 'owner' ? price : fee === null ? null : price + fee;
      return { ...each, ...places[each.place], index, total };
    })
    .filter(
      ({ isActive, isForSale, contractVerificationStatus }) =>
        isActive && isForSale && contractVerificationStatus === 'verified',
    );

type Row = ReturnType<typeof onSale>[number];

const isWithin = (value: number | null, least?: number | null, most?: number | null): boolean =>
  (least == null && most == null) ||
  (value !== null && value >= (least ?? 0) && value <= (most ?? Infinity));

const isOneOf = (value: string | null | undefined, wanted: readonly string[] | null | undefined) =>
  !wanted || (value != null && wanted.includes(value));

/** Whether a row meets a search, condition by condition. */
function meets(row: Row, words: string, wanted: SaleFilterInput): boolean {
  const amounts: [number | null, (number | null | undefined)[]][] = [
    [row.salePriceCents, [wanted.minPriceCents, wanted.maxPriceCents]],
    [row.maintenanceFeeCents, [wanted.minFeeCents, wanted.maxFeeCents]],
    [row.total, [wanted.minFirstYearCents, wanted.maxFirstYearCents]],
  ];
  const hasNumber = row.ownership !== 'floating' && row.ownership !== 'points';
  return (
    (row.name ?? '').toLowerCase().includes(words) &&
    isOneOf(row.destination, wanted.destinations) &&
    isOneOf(row.brand, wanted.brands) &&
    isOneOf(row.ownership, wanted.ownerships) &&
    isOneOf(row.use, wanted.uses) &&
    isOneOf(row.tenure, wanted.tenures) &&
    isOneOf(
      row.season?.toLowerCase(),
      wanted.seasons?.map((season) => season.toLowerCase()),
    ) &&
    amounts.every(
      ([value, [least, most]]) =>
        (least == null && most == null) ||
        (row.currency === (wanted.currency ?? 'USD') && isWithin(value, least, most)),
    ) &&
    isWithin(hasNumber ? row.weekNumber : null, wanted.weekFrom, wanted.weekTo) &&
    isWithin(row.bedrooms, wanted.bedrooms) &&
    isWithin(row.firstUseYear, undefined, wanted.firstUseBy)
  );
}

/** The fields that each facet sets. */
const fieldsOf: Record<string, (keyof SaleFilterInput)[]> = {
  destinations: ['destinations'],
  brands: ['brands'],
  ownerships: ['ownerships'],
  uses: ['uses'],
  tenures: ['tenures'],
  seasons: ['seasons'],
  prices: ['minPriceCents', 'maxPriceCents'],
  fees: ['minFeeCents', 'maxFeeCents'],
  firstYears: ['minFirstYearCents', 'maxFirstYearCents'],
  weeks: ['weekFrom', 'weekTo'],
  bedrooms: ['bedrooms'],
  firstUses: ['firstUseBy'],
};

/** The filter that a choice of a facet stands for. */
function choiceOf(facet: string, value: string): SaleFilterInput {
  switch (facet) {
    case 'prices':
      return { maxPriceCents: Number(value) };
    case 'fees':
      return { maxFeeCents: Number(value) };
    case 'firstYears':
      return { maxFirstYearCents: Number(value) };
    case 'bedrooms':
      return { bedrooms: Number(value) };
    case 'firstUses':
      return { firstUseBy: Number(value) };
    case 'ownerships':
    case 'uses':
    case 'tenures':
      return { [facet]: [value.toLowerCase()] };
    default:
      return { [facet]: [value] };
  }
}

const withoutFields = (wanted: SaleFilterInput, fields: string[]): SaleFilterInput =>
  Object.fromEntries(Object.entries(wanted).filter(([field]) => !fields.includes(field)));

async function store(offers: readonly Offer[]): Promise<string[]> {
  await server.pool.query('TRUNCATE listings CASCADE');
  const rows = await server.prisma.listing.createManyAndReturn({
    data: offers.map(({ place, isOver, ...facts }) => ({
      ...facts,
      salePriceCents: facts.isForSale ? facts.salePriceCents : null,
      resortId: resortIds[place] ?? '',
      ownerId: owner,
      title: 'A week by the harbour',
      description: 'Two rooms and a balcony.',
      pricePerNightCents: 10_000,
      availableFrom: new Date(isOver ? '2025-06-07' : dayAhead(30)),
      availableTo: new Date(isOver ? '2025-06-14' : dayAhead(37)),
    })),
    select: { id: true },
  });
  await server.emptyCaches();
  return rows.map(({ id }) => id);
}

/** All ids of a search, read in pages of three. */
async function findAll(words: string, wanted: SaleFilterInput, sort: SaleSort): Promise<string[]> {
  const found: string[] = [];
  let from: string | undefined;
  do {
    const page = await findSales(
      server.deps,
      { text: words, filter: wanted, sort },
      { size: 3, direction: 'forward', from },
    );
    found.push(...page.edges.map(({ node }) => node));
    from = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
  } while (from !== undefined);
  return found;
}

/** Whether the sort keys are in order; unknown amounts come last in their currency. */
function isSorted(rows: readonly Row[], sort: SaleSort): boolean {
  const amountOf: Partial<Record<SaleSort, (row: Row) => number | null>> = {
    LOWEST_PRICE: (row) => row.salePriceCents,
    HIGHEST_PRICE: (row) => -row.salePriceCents,
    LOWEST_FEE: (row) => row.maintenanceFeeCents,
    LOWEST_FIRST_YEAR: (row) => row.total,
  };
  const amount = amountOf[sort];
  return (
    !amount ||
    rows.every((row, index) => {
      const next = rows[index + 1];
      const isOther = next?.currency !== row.currency;
      return !next || isOther || (amount(row) ?? Infinity) <= (amount(next) ?? Infinity);
    })
  );
}

it('filters, orders and facets equal a reckoning over all listings, one by one', async () => {
  const query = fc.record({ words: text, wanted: filter, sort: fc.constantFrom(...saleSorts) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(offer, { minLength: 1, maxLength: 14 }),
      fc.array(query, { minLength: 4, maxLength: 4 }),
      async (offers, queries) => {
        const ids = await store(offers);
        const rows = onSale(offers);
        const count = (words: string, wanted: SaleFilterInput): number =>
          rows.filter((row) => meets(row, words, wanted)).length;
        for (const { words, wanted, sort } of queries) {
          const expected = rows.filter((row) => meets(row, words, wanted));
          const found = await findAll(words, wanted, sort);
          expect([...found].sort()).toEqual(expected.map(({ index }) => ids[index] ?? '').sort());
          const inOrder = found.flatMap((id) => rows.find(({ index }) => ids[index] === id) ?? []);
          expect(isSorted(inOrder, sort)).toBe(true);

          const facets = await countSaleFacets(server.deps, { text: words, filter: wanted });
          expect(facets.totalCount.value).toBe(expected.length);
          for (const [facet, fields] of Object.entries(fieldsOf)) {
            const rest = withoutFields(wanted, fields);
            for (const { value, count: counted } of valuesOf(facets, facet)) {
              const chosen = { ...rest, ...choiceOf(facet, value) };
              expect([facet, value, counted.value]).toEqual([facet, value, count(words, chosen)]);
            }
            const isSet = fields.some((field) => wanted[field] != null);
            const without = facets.without.find(({ condition }) => condition === facet);
            expect([facet, without?.count.value]).toEqual([
              facet,
              isSet ? count(words, rest) : undefined,
            ]);
          }
          const destinations = new Set(
            rows
              .filter((row) => meets(row, words, withoutFields(wanted, ['destinations'])))
              .map(({ destination }) => destination),
          );
          const listed = facets.destinations.map(({ value }) => value);
          expect(listed).toEqual(expect.arrayContaining([...destinations]));
        }
      },
    ),
    { numRuns: inDepth(15, 1_000) },
  );
});

const valuesOf = (facets: SaleFacets, facet: string) =>
  facet === 'weeks' ? [] : facets[facet as 'prices'];
