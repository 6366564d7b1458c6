import type { Deps } from '../../context/context.ts';
import { Prisma, type Listing } from '../../generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '../../platform/cappedCount.ts';
import { encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/cursors.ts';
import type { Money } from '../../platform/money.ts';
import { countFacets, type FacetHits, type SearchFacets } from '../search/resortFacets.ts';
import { readsResorts } from '../../platform/reads.ts';
import { readsStays } from '../search/searchReads.ts';
import {
  askedTable,
  readSearch,
  searchKey,
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
import { anyStay, stayWishOf } from '../search/stayWish.ts';
import type { ListingCards } from './listingRows.ts';

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
  query: SearchInput & { sort: StaySort },
  page: PageRequest,
  cards?: ListingCards,
): Promise<WeekPage> {
  const search = await readSearch(deps, query);
  const { table, sorted } = stayPageTable(search, query.sort, page);
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
    encodeCursor(query.sort, stayOrders[query.sort].key(row)),
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
  deps.catalogue.through(
    `weeks ${searchKey(search)}`,
    async () => {
      readsStays(search);
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
    },
    { exact: [] },
  );
