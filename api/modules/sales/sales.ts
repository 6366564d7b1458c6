import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { askedTable } from '../search/resortSearch.ts';
import type { TextOrder } from '../search/words/vocabulary.ts';
import {
  fromSales,
  readSaleSearch,
  readsSales,
  type SaleSearch,
  type SaleSearchInput,
} from './saleSearch.ts';
import { idToFind } from '#api/platform/input/globalId.ts';

export const saleSorts = [
  'NEWEST',
  'LOWEST_PRICE',
  'HIGHEST_PRICE',
  'LOWEST_FEE',
  'LOWEST_FIRST_YEAR',
] as const;

export type SaleSort = (typeof saleSorts)[number];

interface SaleOrder {
  direction: 'ASC' | 'DESC';
  /** Columns of the sort key with their types; an index of the same columns serves each order. */
  columns: readonly { sql: Prisma.Sql; type: Prisma.Sql }[];
  check: z.ZodType<CursorValue[]>;
}

const id = { sql: Prisma.sql`listings.id`, type: Prisma.sql`uuid` };

const whole = z.string().regex(/^\d{1,9}$|^[01]\d{9}$|^2147483647$/);

/** Amounts of different currencies can't be compared: each currency is sorted on its own. */
const byAmount = (direction: SaleOrder['direction'], amount: Prisma.Sql): SaleOrder => ({
  direction,
  columns: [
    { sql: Prisma.sql`currency`, type: Prisma.sql`bpchar` },
    { sql: amount, type: Prisma.sql`integer` },
    id,
  ],
  check: z.tuple([z.string().regex(/^[A-Z]{3}$/), whole, z.uuid()]),
});

/** Listings without the amount come last. */
const saleOrders: Record<SaleSort, SaleOrder> = {
  NEWEST: {
    direction: 'DESC',
    columns: [{ sql: Prisma.sql`listings.created_at`, type: Prisma.sql`timestamptz` }, id],
    check: z.tuple([z.iso.datetime().refine((instant) => instant >= '0001'), z.uuid()]),
  },
  LOWEST_PRICE: byAmount('ASC', Prisma.sql`sale_price_cents`),
  HIGHEST_PRICE: byAmount('DESC', Prisma.sql`sale_price_cents`),
  LOWEST_FEE: byAmount('ASC', Prisma.sql`coalesce(maintenance_fee_cents, 2147483647)`),
  LOWEST_FIRST_YEAR: byAmount('ASC', Prisma.sql`coalesce(first_year_cents, 2147483647)`),
};

const literal = (value: number): Prisma.Sql => Prisma.raw(String(value));

export interface SalePage extends Page<string> {
  /** The text with corrected typos; null without corrections. */
  readAs: string | null;
  count: CappedCount;
}

interface SaleRow {
  id: string;
  key: CursorValue[];
}

interface FoundSales {
  rows: SaleRow[];
  found: string;
}

const sortsOfTexts: Partial<Record<TextOrder, SaleSort>> = {
  PRICE_LOW_TO_HIGH: 'LOWEST_PRICE',
  PRICE_HIGH_TO_LOW: 'HIGHEST_PRICE',
};

/**
 * One page of the listings for sale that a search finds, by keyset pagination.
 * @throws {InvalidInputError} naming query, after, before or a filter
 */
export async function findSales(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SaleSearchInput & { sort?: SaleSort | null | undefined },
  page: PageRequest,
): Promise<SalePage> {
  const search = await readSaleSearch(deps, query);
  const sort = query.sort ?? (search.order && sortsOfTexts[search.order]) ?? 'NEWEST';
  readsSales(search);
  const [found] = await deps.database.read<FoundSales>(pageStatement(deps, search, sort, page));
  const { edges, pageInfo } = pageOf(page, found?.rows ?? [], (row) => encodeCursor(sort, row.key));
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node: node.id })),
    pageInfo,
    readAs: search.readAs,
    count: capped(Number(found?.found ?? 0)),
  };
}

/**
 * Counts the hits up to the cap. With fewer hits, sorts them; otherwise walks the index of the
 * order, where a page is soon full.
 * @throws {InvalidInputError} naming after or before
 */
function pageStatement(
  deps: Pick<Deps, 'catalogue'>,
  search: SaleSearch,
  sort: SaleSort,
  page: PageRequest,
): Prisma.Sql {
  const { columns, sorted, beyond } = pageSql(sort, page);
  const key = Prisma.sql`json_build_object('id', listings.id, 'key', json_build_array(${columns}))`;
  const rows = (from: Prisma.Sql): Prisma.Sql => Prisma.sql`
    ARRAY(SELECT ${key} ${from} AND ${beyond} ORDER BY ${sorted} LIMIT ${literal(page.size + 1)})`;
  const most = literal(countCap + 1);
  return Prisma.sql`
    WITH ${askedTable(deps, search.text)}, hits AS MATERIALIZED (
      SELECT listings.id, listings.created_at, currency, sale_price_cents, maintenance_fee_cents,
             first_year_cents
      ${fromSales(search)} LIMIT ${most})
    SELECT CASE WHEN found < ${most} THEN ${rows(Prisma.sql`FROM hits AS listings WHERE TRUE`)}
                ELSE ${rows(fromSales(search))} END AS rows,
           found
    FROM (SELECT count(*) AS found FROM hits) AS counted`;
}

function pageSql(sort: SaleSort, page: PageRequest) {
  const order = saleOrders[sort];
  const isForward = page.direction === 'forward';
  const isDescending = (order.direction === 'DESC') === isForward;
  const direction = Prisma.raw(isDescending ? 'DESC' : 'ASC');
  const values =
    page.from === undefined
      ? undefined
      : decodeCursor(sort, page.from, isForward ? 'after' : 'before', order.check);
  return {
    columns: Prisma.join(order.columns.map(keySql)),
    sorted: Prisma.join(order.columns.map(({ sql }) => Prisma.sql`${sql} ${direction}`)),
    beyond: values
      ? Prisma.sql`(${Prisma.join(order.columns.map(({ sql }) => sql))})
          ${Prisma.raw(isDescending ? '<' : '>')} (${Prisma.join(
            order.columns.map(
              ({ type }, index) => Prisma.sql`${String(values[index])}::text::${type}`,
            ),
          )})`
      : Prisma.sql`TRUE`,
  };
}

const keySql = ({ sql, type }: SaleOrder['columns'][number]): Prisma.Sql =>
  type.sql === 'timestamptz'
    ? Prisma.sql`to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : Prisma.sql`${sql}::text`;

/** Condition: a listing for sale with this plain id. */
export const saleWhere = (listingId: string): Prisma.ListingWhereInput => ({
  id: idToFind(listingId),
  onSale: true,
});

export const mostCompared = 4;

/**
 * Condition: listings that anyone may compare, on offer or for sale.
 * @throws {InvalidInputError} naming ids, if there are too many
 */
export function comparedWhere(listingIds: readonly string[]): Prisma.ListingWhereInput {
  if (listingIds.length > mostCompared) {
    throw new InvalidInputError([
      { field: 'ids', message: `At most ${mostCompared} listings can be compared` },
    ]);
  }
  return {
    id: { in: listingIds.map(idToFind) },
    OR: [{ onOffer: true }, { onSale: true }],
  };
}
