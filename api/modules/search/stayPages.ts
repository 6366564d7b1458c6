import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  type CursorValue,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import type { ResortSort } from './resortOrder.ts';
import type { ResortSearch } from './resortSearch.ts';
import {
  currenciesSql,
  foundSql,
  inDirection,
  staysSql,
  totalWalkSql,
  walkSql,
  type WalkQuery,
} from './staysSql.ts';
import { walksByArrival, walksByTotal } from './stayWalks.ts';
import { anyStay, stayWishOf, type StayWish } from './stayWish.ts';

export type StaySort = 'EARLIEST' | 'LOWEST_TOTAL' | 'HIGHEST_TOTAL';

/** Orders of resorts by their first stay; resorts without a stay are left out. */
export const resortStaySorts = ['EARLIEST', 'LOWEST_TOTAL'] as const satisfies readonly StaySort[];

export type ResortListSort = ResortSort | (typeof resortStaySorts)[number];

export const isStaySort = (
  sort: ResortListSort | undefined,
): sort is (typeof resortStaySorts)[number] => resortStaySorts.some((one) => one === sort);

export interface StayRow {
  listing_id: string;
  starts_on: string;
  check_in: string;
  check_out: string;
  nights: number;
  total: string;
  currency: string;
  owner_cancellations: number;
}

/** The columns of a `StayRow` from rows of `foundSql` under the name `table`. */
export const stayColumns = (table: string): Prisma.Sql =>
  Prisma.raw(`
    listing_id, starts_on::text, check_in::text, (check_in + nights)::text AS check_out, nights,
    total::text, ${table}.currency::text, owner_cancellations`);

interface PageQuery extends Pick<WalkQuery, 'where' | 'take'> {
  search: ResortSearch;
  wish: StayWish;
  from: readonly CursorValue[] | undefined;
  isDescending: boolean;
}

interface StayOrder {
  direction: 'ASC' | 'DESC';
  columns: readonly { name: string; type: string }[];
  key: (row: StayRow) => CursorValue[];
  check: z.ZodType<CursorValue[]>;
  /** SELECTs that read the stays in the order of an index; undefined without a suitable index. */
  walks: (query: PageQuery) => Prisma.Sql[] | undefined;
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const cents = z.string().regex(/^\d{1,15}$/);

/** Amounts of different currencies can't be compared: each currency is sorted on its own. */
const byTotal = (
  direction: StayOrder['direction'],
  rank: 'owner_cancellations' | 'owner_reliability',
): StayOrder => ({
  direction,
  columns: [
    { name: 'currency', type: 'text' },
    { name: 'total', type: 'bigint' },
    { name: rank, type: 'integer' },
    { name: 'listing_id', type: 'uuid' },
    { name: 'starts_on', type: 'date' },
  ],
  key: (row) => [
    row.currency,
    row.total,
    rank === 'owner_reliability' ? -row.owner_cancellations : row.owner_cancellations,
    row.listing_id,
    row.starts_on,
  ],
  check: z.tuple([z.string().length(3), cents, z.int32(), z.uuid(), day]),
  walks: ({ search, wish, from, isDescending, ...query }) =>
    walksByTotal(wish, search.filter)?.map(({ only, nights }) =>
      nights === 'week'
        ? walkSql(search, {
            ...query,
            only: [...only, ...(from ? [notBefore(from, isDescending)] : [])],
            sorted: Prisma.raw(
              inDirection(
                ['currency', 'week_total_cents', rank, 'listing_id', 'starts_on'],
                isDescending,
              ),
            ),
          })
        : Prisma.sql`
            SELECT walked.* FROM ${currenciesSql} AS currencies CROSS JOIN LATERAL ${totalWalkSql(
              search,
              {
                ...query,
                nights,
                isDescending,
                rank,
                only: [
                  Prisma.sql`currency = code`,
                  ...only,
                  ...(from
                    ? [Prisma.sql`code ${atOrBeyond(isDescending)} ${String(from[0])}`]
                    : []),
                ],
                ...(from && { from: totalIn(from, isDescending) }),
              },
            )} AS walked`,
    ),
});

const atOrBeyond = (isDescending: boolean): Prisma.Sql => Prisma.raw(isDescending ? '<=' : '>=');

const notBefore = ([currency, total]: readonly CursorValue[], isDescending: boolean): Prisma.Sql =>
  Prisma.sql`(currency, week_total_cents) ${atOrBeyond(isDescending)}
    (${String(currency)}::text::char(3), ${String(total)}::text::bigint)`;

/** The total of a cursor in its own currency; the first possible total in other currencies. */
const totalIn = ([currency, total]: readonly CursorValue[], isDescending: boolean): Prisma.Sql =>
  Prisma.sql`
    CASE WHEN code = ${String(currency)} THEN ${String(total)}::text::float8
         ELSE ${Prisma.raw(isDescending ? '1e12' : '0')} END`;

export const stayOrders: Record<StaySort, StayOrder> = {
  EARLIEST: {
    direction: 'ASC',
    columns: [
      { name: 'check_in', type: 'date' },
      { name: 'starts_on', type: 'date' },
      { name: 'owner_cancellations', type: 'integer' },
      { name: 'listing_id', type: 'uuid' },
    ],
    key: (row) => [row.check_in, row.starts_on, row.owner_cancellations, row.listing_id],
    check: z.tuple([day, day, z.int32(), z.uuid()]),
    walks: ({ search, wish, from, isDescending, ...query }) =>
      walksByArrival(wish)?.map(({ only, columns, notBefore: skipTo }) =>
        walkSql(search, {
          ...query,
          only: [...only, ...(from ? skipTo(from, isDescending) : [])],
          sorted: Prisma.raw(inDirection(columns, isDescending)),
        }),
      ),
  },
  LOWEST_TOTAL: byTotal('ASC', 'owner_cancellations'),
  HIGHEST_TOTAL: byTotal('DESC', 'owner_reliability'),
};

const list = ({ columns }: StayOrder, each: (name: string) => string): Prisma.Sql =>
  Prisma.raw(columns.map(({ name }) => each(name)).join(', '));

export const stayOrderSql = (sort: StaySort): Prisma.Sql =>
  list(stayOrders[sort], (name) => `${name} ${stayOrders[sort].direction}`);

/**
 * The CTE `found`: one page of stays by keyset pagination, plus one row if more follow. Requires
 * the CTE `asked` with the words.
 * @param of Whether each resort has only its first stay, or all stays are listed.
 * @returns `sorted` for an ORDER BY of its rows.
 * @throws {InvalidInputError} naming after or before
 */
export function stayPageTable(
  search: ResortSearch,
  sort: StaySort,
  page: PageRequest,
  of: 'each resort' | 'all' = 'all',
): { table: Prisma.Sql; sorted: Prisma.Sql } {
  const order = stayOrders[sort];
  const isForward = page.direction === 'forward';
  const isDescending = (order.direction === 'DESC') === isForward;
  const direction = isDescending ? 'DESC' : 'ASC';
  // Qualified, because the result columns of the same names are text.
  const sorted = list(order, (name) => `found.${name} ${direction}`);
  const values =
    page.from === undefined
      ? undefined
      : decodeCursor(sort, page.from, isForward ? 'after' : 'before', order.check);
  const beyond = values
    ? Prisma.sql`(${list(order, (name) => name)}) ${Prisma.raw(isDescending ? '<' : '>')} (${Prisma.join(
        order.columns.map(
          ({ type }, index) => Prisma.sql`${String(values[index])}::text::${Prisma.raw(type)}`,
        ),
      )})`
    : Prisma.sql`TRUE`;
  const wish = stayWishOf(search.filter) ?? anyStay;
  const walks = order.walks({
    search,
    wish,
    from: values,
    isDescending,
    where: of === 'all' ? beyond : Prisma.sql`${beyond} AND ${isFirstOfResort(order, wish)}`,
    take: page.size + 1,
  });
  const stays = walks
    ? Prisma.join(walks, ' UNION ALL ')
    : of === 'all'
      ? foundSql(search)
      : Prisma.sql`
          SELECT DISTINCT ON (resort_id) * FROM (${foundSql(search)}) AS source
          ORDER BY resort_id, ${stayOrderSql(sort)}`;
  return {
    table: Prisma.sql`
      stays AS (${stays}),
      found AS (SELECT * FROM stays AS found WHERE ${beyond} ORDER BY ${sorted} LIMIT ${page.size + 1})`,
    sorted,
  };
}

const isFirstOfResort = (order: StayOrder, wish: StayWish): Prisma.Sql =>
  Prisma.sql`NOT EXISTS (
    SELECT FROM (${staysSql(wish, [], [Prisma.sql`resort_id = source.resort_id`])}) AS other
    WHERE (${list(order, (name) => `other.${name}`)}) ${Prisma.raw(order.direction === 'DESC' ? '>' : '<')}
          (${list(order, (name) => `source.${name}`)}))`;
