import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, type CappedCount } from '#api/platform/database/cappedCount.ts';
import {
  allOf,
  isPlace,
  priceTiers,
  stayConditions,
  type Narrowing,
  type ResortFilter,
} from './resortFilter.ts';
import { countsOfPlaces, withCountsOfNested } from './nestedPlaces.ts';
import {
  askedTable,
  readSearch,
  searchConditions,
  searchKey,
  type ResortSearch,
  type SearchInput,
} from './resortSearch.ts';
import { readsFacets, readsNames, readsStays } from './searchReads.ts';
import { anyStay, staySql, stayWishOf } from './stayWish.ts';

export interface FacetValue {
  value: string;
  count: CappedCount;
}

/** Facets of a search: their values with the number of hits after choosing each value. */
export interface SearchFacets extends Record<Facet, FacetValue[]> {
  totalCount: CappedCount;
}

export interface FacetHits {
  name: string;
  /**
   * SELECT of the hits, with `id`, `destination`, `brand`, `amenities`, `rating` and `price_min` of
   * the resort, and the columns that `most` needs.
   */
  found: (search: ResortSearch) => Prisma.Sql;
  /**
   * SELECT of `guests`, `bedrooms` and `is_instant`, one row per hit of a table: the largest values
   * with which a filter still finds the hit.
   */
  most: (table: Prisma.Sql, filter: Narrowing) => Prisma.Sql;
}

const facets = [
  'destinations',
  'brands',
  'amenities',
  'ratings',
  'priceTiers',
  'guests',
  'bedrooms',
  'instant',
] as const;

type Facet = (typeof facets)[number];

/**
 * Filter fields that a facet sets and that its own counts ignore. Amenities must all match, so
 * their counts ignore nothing.
 */
const ownPart: Record<Facet, readonly (keyof ResortFilter)[]> = {
  destinations: ['destinations'],
  brands: ['brands'],
  amenities: [],
  ratings: ['minRating'],
  priceTiers: ['priceTier'],
  guests: ['guests'],
  bedrooms: ['bedrooms'],
  instant: ['isInstant'],
};

interface Step {
  value: string;
  holds: Prisma.Sql;
}

const atLeast = (column: string, values: readonly string[]): Step[] =>
  values.map((value) => ({
    value,
    holds: Prisma.sql`${Prisma.raw(column)} >= ${Prisma.raw(value)}`,
  }));

const steps = {
  ratings: atLeast('rating', ['4.5', '4', '3.5', '3']),
  priceTiers: Object.entries(priceTiers).map(([value, { from, below }]) => ({
    value,
    holds: Prisma.sql`price_min >= ${from} AND price_min < ${below ?? 2_147_483_647}`,
  })),
  guests: atLeast('guests', ['2', '4', '6', '8', '10']),
  bedrooms: atLeast('bedrooms', ['0', '1', '2', '3', '4']),
  instant: [{ value: 'true', holds: Prisma.sql`is_instant` }],
};

const mostValues = 30;

/** Hits read per facet; at this number, counts are marked as capped. */
export const mostLookedAt = 10_000;

const resortHits: FacetHits = {
  name: 'resorts',
  found: (search) => Prisma.sql`
    SELECT id, destination, brand, amenities, rating, price_min, latitude
    FROM resorts WHERE ${allOf(searchConditions(search, 'count'))}`,
  // Evaluated per hit, since the planner can't estimate the number of hits from dates and guests.
  most: (table, filter) => Prisma.sql`
    SELECT guests, bedrooms, is_instant
    FROM ${table} AS found JOIN instant_arrivals AS instant ON instant.resort_id = found.id, LATERAL (
      SELECT max(max_guests) AS guests, max(bedrooms) AS bedrooms,
             bool_or(is_instant AND ${staySql(stayWishOf(filter) ?? anyStay).checkIn} >= instant.first) AS is_instant
      FROM free_stretches
      WHERE ${allOf([Prisma.sql`free_stretches.resort_id = found.id`, ...stayConditions(filter)])}) AS stays`,
};

/**
 * Counts the hits after choosing each value of each facet, with all other conditions kept. One
 * statement reads at most `mostLookedAt` hits per facet; the names of the values come from a second
 * statement that is the same for all searches.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function countFacets(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput,
  hits = resortHits,
): Promise<SearchFacets> {
  const search = await readSearch(deps, query);
  return deps.catalogue.through(`facets of ${hits.name} ${searchKey(search)}`, async () => {
    readsFacets(search);
    if (hits !== resortHits) readsStays(search);
    const [counted, every] = await Promise.all([
      deps.database.read<CountedValue>(facetsSql(deps, search, hits)),
      readNames(deps),
    ]);
    const total = counted.find((row) => row.facet === 'total');
    const rowsOf = (facet: Facet) => [...every, ...counted].filter((row) => row.facet === facet);
    const destinations = await withCountsOfNested(deps, rowsOf('destinations'));
    const byFacet = Object.fromEntries(
      facets.map((facet) => {
        const rows = facet === 'destinations' ? destinations : rowsOf(facet);
        return [facet, inOrder(facet, rows, search.filter)];
      }),
    ) as Record<Facet, FacetValue[]>;
    return { ...byFacet, totalCount: capped(Number(total?.found ?? 0)) };
  });
}

interface CountedValue {
  facet: Facet | 'total';
  value: string;
  found: string;
  is_part: boolean;
}

function inOrder(facet: Facet, counted: CountedValue[], filter: Narrowing): FacetValue[] {
  const counts = new Map<string, CappedCount>();
  for (const { value, found, is_part } of counted) {
    const known = counts.get(value);
    if (!known || Number(found) > known.value) {
      counts.set(value, capped(Number(found), is_part));
    }
  }
  const fixed =
    facet in steps ? steps[facet as keyof typeof steps].map(({ value }) => value) : undefined;
  return facetValues(counts, chosenValues(facet, filter), fixed);
}

/**
 * The values of a facet: its fixed choices, or else the most frequent and the chosen values.
 * @param folded of a value; values with the same are one
 */
export function facetValues(
  counts: ReadonlyMap<string, CappedCount>,
  chosen: readonly string[],
  fixed: readonly string[] | undefined,
  folded = (value: string): string => value,
): FacetValue[] {
  const none = capped(0);
  const choice = (value: string): FacetValue => ({ value, count: counts.get(value) ?? none });
  if (fixed) {
    return fixed.map(choice);
  }
  const values = [...counts.keys()].sort(
    (a, b) => choice(b).count.value - choice(a).count.value || a.localeCompare(b, 'en'),
  );
  const shown = values.slice(0, mostValues);
  const known = new Set(shown.map(folded));
  return [...shown, ...chosen.filter((value) => !known.has(folded(value)))].map(choice);
}

function chosenValues(facet: Facet, filter: Narrowing): string[] {
  const chosen: Partial<Record<Facet, readonly string[] | undefined>> = {
    destinations: filter.destinations?.filter((name) => !isPlace(name)),
    brands: filter.brands,
    amenities: filter.amenities,
  };
  return [...(chosen[facet] ?? [])];
}

function without(facet: Facet, { text, filter }: ResortSearch): ResortSearch {
  const taken = Object.fromEntries(ownPart[facet].map((part) => [part, undefined]));
  return { text, filter: { ...filter, ...taken } };
}

const isSet = (facet: Facet, filter: Narrowing): boolean =>
  ownPart[facet].some((part) => filter[part] !== undefined);

function facetsSql(
  deps: Pick<Deps, 'catalogue'>,
  search: ResortSearch,
  hits: FacetHits,
): Prisma.Sql {
  const own = facets.filter((facet) => isSet(facet, search.filter));
  // Facets without a chosen value share one table of hits.
  const tableOf = (facet: Facet): string => (own.includes(facet) ? `for_${facet}` : 'found');
  const tables = [
    { name: 'found', wanted: search },
    ...own.map((facet) => ({ name: tableOf(facet), wanted: without(facet, search) })),
  ];
  const stays = (['guests', 'bedrooms', 'instant'] as const).map((facet) => tableOf(facet));
  const withs = tables.flatMap(({ name, wanted }) => {
    const table = Prisma.raw(name);
    return [
      Prisma.sql`${table} AS MATERIALIZED (${hits.found(wanted)} LIMIT ${limit})`,
      Prisma.sql`size_of_${table} AS MATERIALIZED (
        SELECT count(*) AS found, count(*) = ${limit} AS is_part FROM ${table})`,
      ...(stays.includes(name)
        ? [Prisma.sql`most_of_${table} AS MATERIALIZED (${hits.most(table, wanted.filter)})`]
        : []),
    ];
  });
  const counts = facets.map((facet) => {
    const table = Prisma.raw(tableOf(facet));
    const ofPlaces = facet === 'destinations' ? countsOfPlaces(table, search.filter) : [];
    const counted = Prisma.join([countSql[facet](table), ...ofPlaces], ' UNION ALL ');
    return Prisma.sql`
      SELECT ${Prisma.raw(`'${facet}'`)} AS facet, value, counted.found, is_part
      FROM (${counted}) AS counted, size_of_${table}`;
  });
  return Prisma.sql`
    WITH ${Prisma.join([askedTable(deps, search.text), ...withs])}
    ${Prisma.join([...counts, total], ' UNION ALL ')}`;
}

const limit = Prisma.raw(String(mostLookedAt));

const countColumn =
  (column: string) =>
  (table: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`
    SELECT ${Prisma.raw(column)} AS value, count(*) AS found FROM ${table} GROUP BY value`;

const countSteps = (facet: keyof typeof steps, table: Prisma.Sql): Prisma.Sql =>
  Prisma.join(
    steps[facet].map(
      ({ value, holds }) => Prisma.sql`
        SELECT ${value}::text AS value, count(*) AS found FROM ${table} WHERE ${holds}`,
    ),
    ' UNION ALL ',
  );

/** SELECT of `value` and `found` of each facet, for the hits of a table. */
const countSql: Record<Facet, (table: Prisma.Sql) => Prisma.Sql> = {
  destinations: countColumn('destination'),
  brands: countColumn('brand'),
  // Grouped by list first: many resorts have the same amenities.
  amenities: (table) => Prisma.sql`
    SELECT value, sum(found)::bigint AS found
    FROM (SELECT amenities, count(*) AS found FROM ${table} GROUP BY amenities) AS alike,
      LATERAL (SELECT DISTINCT unnest(amenities) AS value) AS each
    GROUP BY value`,
  ratings: (table) => countSteps('ratings', table),
  priceTiers: (table) => countSteps('priceTiers', table),
  guests: (table) => countSteps('guests', Prisma.sql`most_of_${table}`),
  bedrooms: (table) => countSteps('bedrooms', Prisma.sql`most_of_${table}`),
  instant: (table) => countSteps('instant', Prisma.sql`most_of_${table}`),
};

const total = Prisma.sql`SELECT 'total', '', found, FALSE FROM size_of_found`;

const readNames = (deps: Pick<Deps, 'database' | 'catalogue'>): Promise<CountedValue[]> =>
  deps.catalogue.through('names of facets', () => {
    readsNames();
    return deps.database.read<CountedValue>(Prisma.sql`
      WITH every AS MATERIALIZED (
        SELECT destination, brand, amenities FROM resorts LIMIT ${limit})
      SELECT DISTINCT 'destinations' AS facet, destination AS value, 0::bigint AS found, FALSE AS is_part
      FROM every
      UNION ALL SELECT DISTINCT 'brands', brand, 0, FALSE FROM every
      UNION ALL SELECT DISTINCT 'amenities', amenity, 0, FALSE FROM every, unnest(amenities) AS amenity`);
  });
