import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import { Prisma, type Listing } from '../../generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '../../platform/cappedCount.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from '../../platform/cursors.ts';
import type { Money } from '../../platform/money.ts';
import { countFacets, type FacetHits, type SearchFacets } from '../resorts/resortFacets.ts';
import {
  askedTable,
  readSearch,
  searchKey,
  type ResortSearch,
  type SearchInput,
} from '../resorts/resortSearch.ts';
import { anyStay, stayWishOf, type StayWish } from '../resorts/stayWish.ts';
import type { ListingCards } from './listingRows.ts';
import { foundSql, walkSql } from './weekSql.ts';
import { walksByArrival, walksByTotal, type Walk } from './weekWalks.ts';

export const weekSorts = ['EARLIEST', 'LOWEST_TOTAL', 'HIGHEST_TOTAL'] as const;

export type WeekSort = (typeof weekSorts)[number];

/** A stay that a search finds: free nights of a listing on offer. */
export interface FoundWeek {
  listingId: string;
  /** YYYY-MM-DD. */
  checkIn: string;
  /** The day of departure. */
  checkOut: string;
  nights: number;
  total: Money;
}

export interface WeekRow {
  listing_id: string;
  starts_on: string;
  check_in: string;
  check_out: string;
  nights: number;
  total: string;
  currency: string;
}

/** The columns of a `WeekRow` from rows of `foundSql` under the name `table`. */
export const weekColumns = (table: string): Prisma.Sql =>
  Prisma.raw(`
    listing_id, starts_on::text, check_in::text, (check_in + nights)::text AS check_out, nights,
    total::text, ${table}.currency::text`);

interface WeekOrder {
  direction: 'ASC' | 'DESC';
  columns: readonly { name: string; type: string }[];
  key: (row: WeekRow) => CursorValue[];
  check: z.ZodType<CursorValue[]>;
  /** Walks that give the weeks of a search in this order; undefined if no index has it. */
  walks: (wish: StayWish) => Walk[] | undefined;
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const cents = z.string().regex(/^\d{1,15}$/);

/** Amounts of different currencies can't be compared: each currency is sorted on its own. */
const byTotal = (direction: WeekOrder['direction']): WeekOrder => ({
  direction,
  columns: [
    { name: 'currency', type: 'text' },
    { name: 'total', type: 'bigint' },
    { name: 'listing_id', type: 'uuid' },
    { name: 'starts_on', type: 'date' },
  ],
  key: (row) => [row.currency, row.total, row.listing_id, row.starts_on],
  check: z.tuple([z.string().length(3), cents, z.uuid(), day]),
  walks: walksByTotal,
});

const weekOrders: Record<WeekSort, WeekOrder> = {
  EARLIEST: {
    direction: 'ASC',
    columns: [
      { name: 'check_in', type: 'date' },
      { name: 'starts_on', type: 'date' },
      { name: 'listing_id', type: 'uuid' },
    ],
    key: (row) => [row.check_in, row.starts_on, row.listing_id],
    check: z.tuple([day, day, z.uuid()]),
    walks: walksByArrival,
  },
  LOWEST_TOTAL: byTotal('ASC'),
  HIGHEST_TOTAL: byTotal('DESC'),
};

export interface WeekPage extends Page<FoundWeek & { listing?: Listing }> {
  count(): Promise<CappedCount>;
  facets(): Promise<SearchFacets>;
}

/**
 * One page of the weeks that a search finds, by keyset pagination: for each run of free nights the
 * stay that comes closest to what is asked, or else the earliest.
 * @param cards What to read of each week's listing in the same statement.
 * @throws {InvalidInputError} naming query, after, before or a filter
 */
export async function findWeeks(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput & { sort: WeekSort },
  page: PageRequest,
  cards?: ListingCards,
): Promise<WeekPage> {
  const search = await readSearch(deps, query);
  const order = weekOrders[query.sort];
  const isForward = page.direction === 'forward';
  const isDescending = (order.direction === 'DESC') === isForward;
  const names = Prisma.raw(order.columns.map(({ name }) => name).join(', '));
  // By the columns of "found": those of the result are texts.
  const sorted = Prisma.raw(
    order.columns.map(({ name }) => `found.${name} ${isDescending ? 'DESC' : 'ASC'}`).join(', '),
  );
  const values =
    page.from === undefined
      ? undefined
      : decodeCursor(query.sort, page.from, isForward ? 'after' : 'before', order.check);
  const beyond = values
    ? Prisma.sql`(${names}) ${Prisma.raw(isDescending ? '<' : '>')} (${Prisma.join(
        order.columns.map(
          ({ type }, index) => Prisma.sql`${String(values[index])}::text::${Prisma.raw(type)}`,
        ),
      )})`
    : Prisma.sql`TRUE`;
  const wish = stayWishOf(search.filter) ?? anyStay;
  const direction = isDescending ? 'DESC' : 'ASC';
  const walks = order.walks(wish);
  const found = walks
    ? Prisma.join(
        walks.map(({ only, columns, notBefore }) =>
          walkSql(search, {
            only: [...only, ...(values ? notBefore(values, isDescending) : [])],
            where: beyond,
            sorted: Prisma.raw(columns.map((name) => `${name} ${direction}`).join(', ')),
            take: page.size + 1,
          }),
        ),
        ' UNION ALL ',
      )
    : foundSql(search);
  const rows = await deps.database.read<WeekRow>(Prisma.sql`
    WITH ${askedTable(deps, search.text)}, stays AS (${found}),
    found AS (SELECT * FROM stays AS found WHERE ${beyond} ORDER BY ${sorted} LIMIT ${page.size + 1})
    SELECT ${weekColumns('found')} ${
      cards
        ? Prisma.sql`, ${cards.columns} FROM found JOIN listings ON listings.id = listing_id
                       JOIN resorts ON resorts.id = found.resort_id`
        : Prisma.sql`FROM found`
    }
    ORDER BY ${sorted}`);
  const { edges, pageInfo } = pageOf(page, rows, (row) => encodeCursor(query.sort, order.key(row)));
  return {
    edges: edges.map(({ cursor, node }) => ({
      cursor,
      node: { ...weekOf(node), ...(cards && { listing: cards.listingOf(node) }) },
    })),
    pageInfo,
    count: () => countWeeks(deps, search),
    facets: () => countFacets(deps, query, weekHits),
  };
}

export const weekOf = (row: WeekRow): FoundWeek => ({
  listingId: row.listing_id,
  checkIn: row.check_in,
  checkOut: row.check_out,
  nights: row.nights,
  total: { amount: Number(row.total), currency: row.currency },
});

const weekHits: FacetHits = {
  name: 'weeks',
  found: (search) => Prisma.sql`
    SELECT (listing_id, starts_on) AS hit, destination, brand, amenities, rating, price_min,
           max_guests, found.bedrooms
    FROM (${foundSql(search)}) AS found JOIN resorts ON resorts.id = resort_id`,
  most: (facet, table) => Prisma.sql`
    SELECT hit, ${Prisma.raw(facet === 'guests' ? 'max_guests' : 'bedrooms')} AS most FROM ${table}`,
};

/** How many weeks a search finds, up to the cap. */
const countWeeks = (
  deps: Pick<Deps, 'database' | 'catalogue'>,
  search: ResortSearch,
): Promise<CappedCount> =>
  deps.catalogue.through(`weeks ${searchKey(search)}`, async () => {
    const walks = walksByArrival(stayWishOf(search.filter) ?? anyStay) ?? [{ only: [] }];
    const ofEachWalk = Prisma.join(
      walks.map(({ only }) => foundSql(search, only)),
      ' UNION ALL ',
    );
    const rows = await deps.database.read<{ found: string }>(Prisma.sql`
      WITH ${askedTable(deps, search.text)}
      SELECT count(*) AS found
      FROM (SELECT FROM (${ofEachWalk}) AS found LIMIT ${countCap + 1}) AS hits`);
    return capped(Number(rows[0]?.found ?? 0));
  });
