import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { utcToday } from '#common/days.ts';
import { readsWhere } from '#api/platform/cache/reads.ts';
import type { Phrase } from '../phrases/readPhrases.ts';
import { askedTable } from '../search/resortSearch.ts';
import { countsOfPlaces, withCountsOfNested } from '../search/nestedPlaces.ts';
import { facetValues, mostLookedAt, type FacetValue } from '../search/resortFacets.ts';
import { isPlace } from '../search/resortFilter.ts';
import { readText } from '../search/resortText.ts';
import { anyOf } from '../search/searchReads.ts';
import { currencyOf, ownerships, tenures, uses, type SaleFilter } from './saleFilter.ts';
import {
  fromSales,
  readSaleSearch,
  readsSales,
  saleKey,
  withPhrases,
  type ReadSaleSearch,
  type SaleSearch,
  type SaleSearchInput,
} from './saleSearch.ts';

export interface SaleWithout {
  condition: SaleCondition | 'phrase';
  phrase?: Phrase;
  query: string;
  count: CappedCount;
}

/** Facets of a search: their values with the number of listings after choosing each value. */
export interface SaleFacets extends Record<Facet, FacetValue[]> {
  totalCount: CappedCount;
  without: SaleWithout[];
}

const conditions = {
  text: [],
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
} as const satisfies Record<string, readonly (keyof SaleFilter)[]>;

export type SaleCondition = keyof typeof conditions;

export const saleConditionNames = Object.keys(conditions) as SaleCondition[];

type Facet = Exclude<SaleCondition, 'text' | 'weeks'>;

const facets = saleConditionNames.filter(
  (name): name is Facet => name !== 'text' && name !== 'weeks',
);

const upper = (value: string): string => value.toUpperCase();
const lower = (value: string): string => value.toLowerCase();

/** The facets with fixed choices, in order; amounts in cents. */
const steps = () => {
  const year = Number(utcToday().slice(0, 4));
  return {
    ownerships: ownerships.map(upper),
    uses: uses.map(upper),
    tenures: tenures.map(upper),
    prices: [250_000, 500_000, 1_000_000, 2_000_000, 4_000_000].map(String),
    fees: [80_000, 120_000, 160_000, 200_000].map(String),
    firstYears: [250_000, 500_000, 1_000_000, 2_000_000, 4_000_000].map(String),
    bedrooms: ['0', '1', '2', '3', '4'],
    firstUses: [0, 1, 2, 3].map((ahead) => String(year + ahead)),
  };
};

type Steps = ReturnType<typeof steps>;

const mostPhrases = 6;

interface CountedValue {
  facet: Facet | 'total' | 'without';
  value: string;
  found: string;
  is_part: boolean;
}

/**
 * Counts the listings for sale that each choice of each facet would find, with all other conditions
 * kept. One statement, which reads at most `mostLookedAt` listings for each condition.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function countSaleFacets(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SaleSearchInput,
): Promise<SaleFacets> {
  const search = await readSaleSearch(deps, query);
  const ways = withoutEach(search, readText(query.text));
  // Texts with equal phrases in different places differ in the text without a phrase.
  const texts = JSON.stringify(ways.map(({ query: text }) => text));
  const read = async (): Promise<SaleFacets> => {
    readsSaleFacets(search);
    const fixed = steps();
    const counted = await deps.database.read<CountedValue>(facetsSql(deps, search, fixed, ways));
    const countOf = ({ found, is_part }: CountedValue) => capped(Number(found), is_part);
    const rowsOf = (name: CountedValue['facet']) => counted.filter(({ facet }) => facet === name);
    const destinations = await withCountsOfNested(deps, rowsOf('destinations'));
    const byFacet = Object.fromEntries(
      facets.map((facet) => {
        const rows = facet === 'destinations' ? destinations : rowsOf(facet);
        const counts = new Map(rows.map((row) => [row.value, countOf(row)]));
        return [
          facet,
          facetValues(counts, chosenOf(facet, search.filter), fixedOf(facet, fixed), lower),
        ];
      }),
    ) as Record<Facet, FacetValue[]>;
    const without = rowsOf('without').flatMap((row): SaleWithout[] => {
      const way = ways[Number(row.value)];
      if (!way) {
        return [];
      }
      const { search: _, ...condition } = way;
      return [{ ...condition, count: countOf(row) }];
    });
    const [total] = rowsOf('total');
    return {
      ...byFacet,
      totalCount: total ? countOf(total) : capped(0),
      without: without.sort((one, other) => other.count.value - one.count.value),
    };
  };
  return deps.catalogue.through(`sale facets ${saleKey(search)} ${texts}`, read);
}

/**
 * Records that the answer depends on the counts, for listings of any destination: each facet
 * ignores its own condition.
 */
function readsSaleFacets({ text, filter: { asked, destinations } }: SaleSearch): void {
  readsSales({
    text,
    filter: { ...(asked && { asked }), ...(destinations?.some(isPlace) && { destinations }) },
  });
  readsWhere(
    ['stay', 'place'],
    ({ part, places }) =>
      part === 'stay' ||
      anyOf(
        places,
        ({ before, after }) =>
          before?.destination !== after?.destination || before?.brand !== after?.brand,
      ),
  );
}

const fixedOf = (facet: Facet, fixed: Steps): readonly string[] | undefined =>
  facet in fixed ? fixed[facet as keyof Steps] : undefined;

function chosenOf(facet: Facet, filter: SaleFilter): readonly string[] {
  return facet === 'destinations' || facet === 'brands' || facet === 'seasons'
    ? (filter[facet] ?? []).filter((name) => !isPlace(name))
    : [];
}

type Way = Omit<SaleWithout, 'count'> & { search: SaleSearch };

function withoutEach({ text, filter, phrases }: ReadSaleSearch, typed: string): Way[] {
  return [
    ...saleConditionNames
      .filter((name) => conditions[name].some((field) => filter[field] !== undefined))
      .map((condition): Way => {
        const taken = Object.fromEntries(conditions[condition].map((field) => [field, undefined]));
        return { condition, query: typed, search: { text, filter: { ...filter, ...taken } } };
      }),
    ...(text === ''
      ? []
      : [
          {
            condition: 'text' as const,
            query: phrases.map(({ words }) => words).join(' '),
            search: { text: '', filter },
          },
        ]),
    ...phrases.slice(0, mostPhrases).map((phrase): Way => {
      const others = phrases.filter((other) => other !== phrase);
      return {
        condition: 'phrase',
        phrase,
        query: phrase.without,
        search: { text, filter: withPhrases(filter, others) },
      };
    }),
  ];
}

function facetsSql(
  deps: Pick<Deps, 'catalogue'>,
  search: SaleSearch,
  fixed: Steps,
  ways: readonly Way[],
): Prisma.Sql {
  const most = Prisma.raw(String(mostLookedAt));
  const lookedAt = (name: string, wanted: SaleSearch): Prisma.Sql => Prisma.sql`
    ${Prisma.raw(name)} AS MATERIALIZED (
      SELECT resorts.id, destination, brand, upper(ownership::text) AS ownership, upper(use::text) AS use,
             upper(tenure::text) AS tenure, season, currency, sale_price_cents,
             maintenance_fee_cents, first_year_cents, bedrooms, first_use_year
      ${fromSales(wanted)} LIMIT ${most})`;
  const tables = [
    askedTable(deps, search.text),
    lookedAt('found', search),
    ...ways.map((way, index) => lookedAt(`without_${index}`, way.search)),
  ];
  const isPart = (table: Prisma.Sql) => Prisma.sql`(SELECT count(*) = ${most} FROM ${table})`;
  const countAll = (kind: string, value: string, table: Prisma.Sql) => Prisma.sql`
    SELECT ${Prisma.raw(`'${kind}'`)}, ${Prisma.raw(`'${value}'`)}, count(*), ${isPart(table)}
    FROM ${table}`;
  const counts = facets.map((facet) => {
    const own = ways.findIndex(({ condition }) => condition === facet);
    const table = Prisma.raw(own === -1 ? 'found' : `without_${own}`);
    const ofPlaces = facet === 'destinations' ? countsOfPlaces(table, search.filter) : [];
    const counted = countSql[facet](table, fixed, currencyOf(search.filter));
    return Prisma.sql`
      SELECT ${Prisma.raw(`'${facet}'`)} AS facet, value, found, ${isPart(table)} AS is_part
      FROM (${Prisma.join([counted, ...ofPlaces], ' UNION ALL ')}) AS counted (value, found)`;
  });
  return Prisma.sql`
    WITH ${Prisma.join(tables)}
    ${Prisma.join(
      [
        ...counts,
        countAll('total', '', Prisma.raw('found')),
        ...ways.map((_, index) =>
          countAll('without', String(index), Prisma.raw(`without_${index}`)),
        ),
      ],
      ' UNION ALL ',
    )}`;
}

type CountSql = (table: Prisma.Sql, fixed: Steps, currency: string) => Prisma.Sql;

const byColumn =
  (column: string): CountSql =>
  (table) =>
    Prisma.sql`
    SELECT ${Prisma.raw(column)}, count(*) FROM ${table}
    WHERE ${Prisma.raw(column)} IS NOT NULL GROUP BY 1`;

/** Counts by steps of a column's least (`>=`) or greatest (`<=`) value. */
const byStep =
  (
    facet: 'prices' | 'fees' | 'firstYears' | 'bedrooms' | 'firstUses',
    column: string,
    operator: '>=' | '<=',
  ): CountSql =>
  (table, fixed, currency) =>
    Prisma.sql`
    SELECT step::text, count(*)
    FROM ${table} JOIN unnest(${fixed[facet].map(Number)}::integer[]) AS step
      ON ${Prisma.raw(column)} ${Prisma.raw(operator)} step
    ${column.endsWith('_cents') ? Prisma.sql`WHERE currency = ${currency}` : Prisma.empty}
    GROUP BY step`;

const countSql: Record<Facet, CountSql> = {
  destinations: byColumn('destination'),
  brands: byColumn('brand'),
  ownerships: byColumn('ownership'),
  uses: byColumn('use'),
  tenures: byColumn('tenure'),
  // Owners write the same season with capitals or without.
  seasons: (table) => Prisma.sql`
    SELECT min(season), count(*) FROM ${table} WHERE season IS NOT NULL GROUP BY lower(season)`,
  prices: byStep('prices', 'sale_price_cents', '<='),
  fees: byStep('fees', 'maintenance_fee_cents', '<='),
  firstYears: byStep('firstYears', 'first_year_cents', '<='),
  bedrooms: byStep('bedrooms', 'bedrooms', '>='),
  firstUses: byStep('firstUses', 'first_use_year', '<='),
};
