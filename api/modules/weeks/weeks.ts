import type { Deps } from '#api/context/context.ts';
import { Prisma, type Listing } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import {
  encodeCursor,
  pageOf,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import type { Money } from '#common/money.ts';
import type { SqlPage } from '#api/platform/database/sqlPage.ts';
import { countFacets, type FacetHits, type SearchFacets } from '../search/resortFacets.ts';
import type { TextOrder } from '../search/words/vocabulary.ts';
import { readsOf, readsResorts } from '#api/platform/cache/reads.ts';
import { readsStays } from '../search/searchReads.ts';
import {
  askedTable,
  readSearch,
  searchKey,
  type ReadSearch,
  type ResortSearch,
  type SearchInput,
} from '../search/resortSearch.ts';
import {
  stayColumns,
  stayOrders,
  stayPageTable,
  type StayRow,
  type StaySort,
} from '../search/stayPages.ts';
import { foundSql } from '../search/staysSql.ts';
import { walksByArrival } from '../search/stayWalks.ts';
import { anyStay, isInstantSql, stayWishOf } from '../search/stayWish.ts';
import type { ListingCards } from './listingRows.ts';

export interface FoundWeek {
  listingId: string;
  checkIn: string;
  checkOut: string;
  nights: number;
  total: Money;
}

export interface WeekPage extends Page<FoundWeek & { listing?: Listing }> {
  count(): Promise<CappedCount>;
  facets(): Promise<SearchFacets>;
}

export interface WeekQuery extends SearchInput {
  /** Defaults to the order in the text, or else the earliest first. */
  sort?: StaySort | null | undefined;
}

const sortsOfTexts: Partial<Record<TextOrder, StaySort>> = {
  PRICE_LOW_TO_HIGH: 'LOWEST_TOTAL',
  PRICE_HIGH_TO_LOW: 'HIGHEST_TOTAL',
};

const sortOf = ({ sort }: WeekQuery, { order }: ReadSearch): StaySort =>
  sort ?? (order && sortsOfTexts[order]) ?? 'EARLIEST';

/**
 * One page of the weeks that a search finds, by keyset pagination: per free stretch, the stay
 * closest to the conditions, or else the earliest.
 * @param cards Columns of each week's listing to read in the same statement.
 * @throws {InvalidInputError} naming query, after, before or a filter
 */
export async function findWeeks(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: WeekQuery,
  page: PageRequest,
  cards?: ListingCards,
): Promise<WeekPage> {
  const search = await readSearch(deps, query);
  const sort = sortOf(query, search);
  const { table, sorted } = stayPageTable(search, sort, page);
  const rows = await deps.database.read<StayRow & { resort_id: string }>(Prisma.sql`
    WITH ${askedTable(deps, search.text)}, ${table}
    SELECT found.resort_id, ${stayColumns('found')} ${
      cards
        ? Prisma.sql`, ${cards.columns} FROM found JOIN listings ON listings.id = listing_id
                       JOIN resorts ON resorts.id = found.resort_id`
        : Prisma.sql`FROM found`
    }
    ORDER BY ${sorted}`);
  readsStays(search);
  readsResorts(rows.map(({ resort_id }) => resort_id));
  const { edges, pageInfo } = pageOf(page, rows, (row) =>
    encodeCursor(sort, stayOrders[sort].key(row)),
  );
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

export const weekOf = (row: StayRow): FoundWeek => ({
  listingId: row.listing_id,
  checkIn: row.check_in,
  checkOut: row.check_out,
  nights: row.nights,
  total: { amount: Number(row.total), currency: row.currency },
});

const weekHits: FacetHits = {
  name: 'weeks',
  found: (search) => Prisma.sql`
    SELECT resorts.id, destination, brand, amenities, rating, price_min, max_guests, found.bedrooms,
           ${isInstantSql('found', Prisma.sql`check_in`)} AS is_instant
    FROM (${foundSql(search)}) AS found JOIN resorts ON resorts.id = resort_id`,
  most: (table) => Prisma.sql`SELECT max_guests AS guests, bedrooms, is_instant FROM ${table}`,
};

const countWeeks = (
  deps: Pick<Deps, 'database' | 'catalogue'>,
  search: ResortSearch,
): Promise<CappedCount> =>
  deps.catalogue.through(countKey(search), async () => {
    readsStays(search);
    const rows = await deps.database.read<{ found: string }>(Prisma.sql`
        WITH ${askedTable(deps, search.text)} SELECT ${countSql(search)} AS found`);
    return capped(Number(rows[0]?.found ?? 0));
  });

const countKey = (search: ResortSearch): string => `weeks ${searchKey(search)}`;

function countSql(search: ResortSearch): Prisma.Sql {
  const walks = walksByArrival(stayWishOf(search.filter) ?? anyStay) ?? [{ only: [] }];
  const ofEachWalk = Prisma.join(
    walks.map(({ only }) => foundSql(search, only)),
    ' UNION ALL ',
  );
  return Prisma.sql`
    (SELECT count(*) FROM (SELECT FROM (${ofEachWalk}) AS found LIMIT ${countCap + 1}) AS hits)`;
}

/**
 * As `findWeeks`, as SQL for a statement in which PostgreSQL writes the answer.
 * @param wanted `found` is the number of weeks
 * @throws {InvalidInputError} naming query, after, before or a filter
 */
export async function weekPageSql(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: WeekQuery,
  request: PageRequest,
  wanted: ReadonlySet<string>,
): Promise<SqlPage> {
  const since = deps.catalogue.version();
  const search = await readSearch(deps, query);
  const sort = sortOf(query, search);
  const { table, sorted } = stayPageTable(search, sort, request);
  const isCounted = wanted.has('found');
  const known = isCounted
    ? (deps.catalogue.peek(countKey(search)) as CappedCount | undefined)
    : undefined;
  return {
    request,
    key: { order: sort, columns: stayKeys[sort] },
    with: Prisma.sql`${askedTable(deps, search.text)}, ${table}`,
    rows: Prisma.sql`
      SELECT listing_id, resort_id, starts_on, check_in, check_in + nights AS check_out, nights, total, currency,
             owner_cancellations, owner_reliability
      FROM found ORDER BY ${sorted}`,
    own: isCounted
      ? {
          found: known
            ? Prisma.sql`${known.value + Number(known.isCapped)}::bigint`
            : countSql(search),
        }
      : {},
    planned: 'once',
    ofStays: true,
    resortColumn: 'resort_id',
    reads({ resortIds }) {
      readsStays(search);
      readsResorts(resortIds);
    },
    ...(isCounted &&
      !known && {
        remember: ({ found }) =>
          deps.catalogue.keep(
            countKey(search),
            capped(Number(found)),
            readsOf(() => readsStays(search)),
            since,
          ),
      }),
  };
}

const ofTotal = (rank: string) => ['currency', 'totalCents', rank, 'listingId', 'startsOn'];

const stayKeys: Record<StaySort, readonly string[]> = {
  EARLIEST: ['checkIn', 'startsOn', 'ownerCancellations', 'listingId'],
  LOWEST_TOTAL: ofTotal('ownerCancellations'),
  HIGHEST_TOTAL: ofTotal('ownerReliability'),
};
