import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import {
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { keysets } from '#api/platform/database/keyset.ts';
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

const id = 'listings.id';

/** Amounts of different currencies can't be compared: each currency is sorted on its own. */
const byAmount = <Direction extends 'asc' | 'desc'>(direction: Direction, amount: string) =>
  [
    direction,
    { currency: 'bpchar', amount: 'integer', id: 'uuid' },
    { sql: { amount, id } },
  ] as const;

/**
 * An index of the same columns serves each order. Listings without the amount come last.
 */
const saleOrders = keysets({
  NEWEST: [
    'desc',
    { createdAt: 'timestamptz', id: 'uuid' },
    { sql: { createdAt: 'listings.created_at', id } },
  ],
  LOWEST_PRICE: byAmount('asc', 'sale_price_cents'),
  HIGHEST_PRICE: byAmount('desc', 'sale_price_cents'),
  LOWEST_FEE: byAmount('asc', 'coalesce(maintenance_fee_cents, 2147483647)'),
  LOWEST_FIRST_YEAR: byAmount('asc', 'coalesce(first_year_cents, 2147483647)'),
});

export type SaleSort = keyof typeof saleOrders;

export const saleSorts = Object.keys(saleOrders) as SaleSort[];

export interface SalePage extends Page<string> {
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
  const order = saleOrders[sort];
  const { orderBy, beyond, take } = order.sql(page);
  const columns = Prisma.join(order.columns.map(keySql));
  const key = Prisma.sql`json_build_object('id', listings.id, 'key', json_build_array(${columns}))`;
  const rows = (from: Prisma.Sql): Prisma.Sql => Prisma.sql`
    ARRAY(SELECT ${key} ${from} AND ${beyond} ORDER BY ${orderBy} LIMIT ${take})`;
  const most = Prisma.raw(String(countCap + 1));
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

const keySql = ({ sql, type }: { sql: Prisma.Sql; type: Prisma.Sql }): Prisma.Sql =>
  type.sql === 'timestamptz'
    ? Prisma.sql`to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql;

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
    throw new InvalidInputError('ids', `At most ${mostCompared} listings can be compared`);
  }
  return {
    id: { in: listingIds.map(idToFind) },
    OR: [{ onOffer: true }, { onSale: true }],
  };
}
