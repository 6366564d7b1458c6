import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { capped, type CappedCount } from '../../platform/cappedCount.ts';
import {
  allOf,
  priceTiers,
  stayConditions,
  type Narrowing,
  type ResortFilter,
} from './resortFilter.ts';
import {
  askedTable,
  readSearch,
  searchConditions,
  searchKey,
  type ResortSearch,
  type SearchInput,
} from './resortSearch.ts';
import { readsFacets, readsStays } from './searchReads.ts';

export interface FacetValue {
  value: string;
  count: CappedCount;
}

/** The choices that would narrow a search, with the number of hits that each would find. */
export interface SearchFacets extends Record<Facet, FacetValue[]> {
  /** Number of hits that the search finds now. */
  totalCount: CappedCount;
}

/** What facets count: resorts, or weeks. */
export interface FacetHits {
  /** Part of the cache key. */
  name: string;
  /**
   * SELECT of what a search finds, with the columns `hit`, which is unique, and `destination`,
   * `brand`, `amenities`, `rating` and `price_min` of the resort.
   */
  found: (search: ResortSearch) => Prisma.Sql;
  /**
   * SELECT of `hit` and of `most`, for the hits of a table: how many guests or bedrooms a filter may
   * ask for so that it still finds the hit.
   */
  most: (facet: 'guests' | 'bedrooms', table: Prisma.Sql, filter: Narrowing) => Prisma.Sql;
}

const facets = [
  'destinations',
  'brands',
  'amenities',
  'ratings',
  'priceTiers',
  'guests',
  'bedrooms',
] as const;

type Facet = (typeof facets)[number];

/**
 * The fields of the filter that a facet sets and that its counts ignore. Amenities must all match,
 * so their counts ignore none.
 */
const ownPart: Record<Facet, readonly (keyof ResortFilter)[]> = {
  destinations: ['destinations'],
  brands: ['brands'],
  amenities: [],
  ratings: ['minRating'],
  priceTiers: ['priceTier'],
  guests: ['guests'],
  bedrooms: ['bedrooms'],
};

/** The facets with fixed choices, in order. */
const steps = {
  ratings: ['4.5', '4', '3.5', '3'],
  priceTiers: Object.keys(priceTiers),
  guests: ['2', '4', '6', '8', '10'],
  bedrooms: ['0', '1', '2', '3', '4'],
};

/** Maximum number of values of a facet without fixed choices, besides the chosen ones. */
const mostValues = 30;

/** Maximum number of hits read for one facet. Counts are marked as capped if it is reached. */
const mostLookedAt = 10_000;

const listingColumns = { guests: 'max_guests', bedrooms: 'bedrooms' };

/** Resorts, whose listings decide on guests and bedrooms. */
const resortHits: FacetHits = {
  name: 'resorts',
  found: (search) => Prisma.sql`
    SELECT id AS hit, destination, brand, amenities, rating, price_min, latitude
    FROM resorts WHERE ${allOf(searchConditions(search))}`,
  most: (facet, table, filter) => Prisma.sql`
    SELECT hit, max(${Prisma.raw(listingColumns[facet])}) AS most
    FROM ${table} JOIN free_stretches ON resort_id = hit
    WHERE ${allOf(stayConditions(filter))} GROUP BY hit`,
};

/**
 * Counts the hits that each choice of each facet would find, with all other conditions kept. One
 * statement, which reads at most `mostLookedAt` hits for each facet.
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
    const counted = await deps.database.read<CountedValue>(facetsSql(deps, search, hits));
    const total = counted.find((row) => row.facet === 'total');
    const byFacet = Object.fromEntries(
      facets.map((facet) => [
        facet,
        inOrder(
          facet,
          counted.filter((row) => row.facet === facet),
          search.filter,
        ),
      ]),
    ) as Record<Facet, FacetValue[]>;
    return { ...byFacet, totalCount: capped(Number(total?.found ?? 0)) };
  });
}

interface CountedValue {
  facet: Facet | 'total';
  value: string;
  found: string;
  /** Whether the count stopped at `mostLookedAt` hits. */
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
  const none = capped(0);
  const choice = (value: string): FacetValue => ({ value, count: counts.get(value) ?? none });
  if (facet in steps) {
    return steps[facet as keyof typeof steps].map(choice);
  }
  const chosen = chosenValues(facet, filter);
  const values = [...counts.keys()].sort(
    (a, b) => choice(b).count.value - choice(a).count.value || a.localeCompare(b, 'en'),
  );
  const shown = values.slice(0, mostValues);
  return [...shown, ...chosen.filter((value) => !shown.includes(value))].map(choice);
}

function chosenValues(facet: Facet, filter: Narrowing): string[] {
  const chosen: Partial<Record<Facet, readonly string[] | undefined>> = {
    destinations: filter.destinations,
    brands: filter.brands,
    amenities: filter.amenities,
  };
  return [...(chosen[facet] ?? [])];
}

/** A search without the conditions that a facet sets. */
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
  const most = Prisma.raw(String(mostLookedAt));
  const lookedAt = (name: string, wanted: ResortSearch, of = hits): Prisma.Sql => Prisma.sql`
    ${Prisma.raw(name)} AS MATERIALIZED (${of.found(wanted)} LIMIT ${most})`;
  // Facets without a choice all count the same hits.
  const own = facets.filter((facet) => isSet(facet, search.filter));
  const tables = [
    askedTable(deps, search.text),
    lookedAt('found', search),
    lookedAt('every', { text: '', filter: {} }, resortHits),
    ...own.map((facet) => lookedAt(`for_${facet}`, without(facet, search))),
  ];
  const counts = facets.map((facet) => {
    const table = Prisma.raw(own.includes(facet) ? `for_${facet}` : 'found');
    const isPart = Prisma.sql`(SELECT count(*) = ${most} FROM ${table})`;
    return countSql[facet](table, isPart, (column) =>
      hits.most(column, table, without(facet, search).filter),
    );
  });
  return Prisma.sql`
    WITH ${Prisma.join(tables)}
    ${Prisma.join([...counts, total, ...everyValue], ' UNION ALL ')}`;
}

type CountSql = (
  table: Prisma.Sql,
  isPart: Prisma.Sql,
  mostOf: (facet: 'guests' | 'bedrooms') => Prisma.Sql,
) => Prisma.Sql;

const countColumn =
  (facet: string, column: string): CountSql =>
  (table, isPart) =>
    Prisma.sql`
      SELECT ${Prisma.raw(`'${facet}'`)} AS facet, ${Prisma.raw(column)} AS value,
             count(*) AS found, ${isPart} AS is_part
      FROM ${table} GROUP BY ${Prisma.raw(column)}`;

const countSteps =
  (facet: 'guests' | 'bedrooms'): CountSql =>
  (_table, isPart, mostOf) =>
    Prisma.sql`
      SELECT ${Prisma.raw(`'${facet}'`)}, step::text, count(most), ${isPart}
      FROM unnest(${steps[facet].map(Number)}::integer[]) AS step
      LEFT JOIN (${mostOf(facet)}) AS fitting ON most >= step
      GROUP BY step`;

const countSql: Record<Facet, CountSql> = {
  destinations: countColumn('destinations', 'destination'),
  brands: countColumn('brands', 'brand'),
  amenities: (table, isPart) => Prisma.sql`
    SELECT 'amenities', amenity, count(DISTINCT hit), ${isPart}
    FROM ${table}, unnest(amenities) AS amenity GROUP BY amenity`,
  ratings: (table, isPart) => Prisma.sql`
    SELECT 'ratings', step, count(hit), ${isPart}
    FROM unnest(${steps.ratings}::text[]) AS step LEFT JOIN ${table} ON rating >= step::numeric
    GROUP BY step`,
  priceTiers: (table, isPart) =>
    Prisma.join(
      Object.entries(priceTiers).map(
        ([tier, { from, below }]) => Prisma.sql`
          SELECT 'priceTiers', ${tier}::text, count(*), ${isPart} FROM ${table}
          WHERE price_min >= ${from} AND price_min < ${below ?? 2_147_483_647}`,
      ),
      ' UNION ALL ',
    ),
  guests: countSteps('guests'),
  bedrooms: countSteps('bedrooms'),
};

const total = Prisma.sql`SELECT 'total', '', count(*), FALSE FROM found`;

/** All values with a count of 0, so that choices without results stay in the list. */
const everyValue = [
  Prisma.sql`SELECT DISTINCT 'destinations', destination, 0::bigint, FALSE FROM every`,
  Prisma.sql`SELECT DISTINCT 'brands', brand, 0::bigint, FALSE FROM every`,
  Prisma.sql`SELECT DISTINCT 'amenities', amenity, 0::bigint, FALSE FROM every, unnest(amenities) AS amenity`,
];
