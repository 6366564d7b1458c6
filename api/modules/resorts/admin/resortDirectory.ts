import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type Resort } from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { keysets } from '#api/platform/database/keyset.ts';
import { parseInput, searchText, sortOf } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { readDirectory } from '#api/modules/nameSearch/directory.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';
import { readText, wordsOf } from '#api/modules/search/resortText.ts';
import type { Season } from './seasons.ts';

export interface ListedResort extends Omit<Resort, 'rating' | 'ratingSum' | 'updatedAt'> {
  brandAliases: string[];
  rating: number;
  seasons: Season[];
  /** A resort with listings or bookings can't be deleted. */
  listings: number;
  bookings: number;
}

export interface ResortListPage extends Page<ListedResort> {
  count: CappedCount;
}

const id = { id: 'uuid' } as const;
const created = { createdAt: 'timestamptz', ...id } as const;
const name = { name: 'text', ...id } as const;
const destination = { destination: 'text', priceMin: 'integer', ...id } as const;
const price = { priceMin: 'integer', ...id } as const;
const rating = { rating: 'numeric', reviewCount: 'integer', ...id } as const;

const orders = keysets({
  NEWEST: ['desc', created],
  OLDEST: ['asc', created],
  NAME: ['asc', name],
  NAME_DESCENDING: ['desc', name],
  DESTINATION: ['asc', destination],
  DESTINATION_DESCENDING: ['desc', destination],
  PRICE: ['asc', price],
  PRICE_DESCENDING: ['desc', price],
  RATING: ['asc', rating],
  RATING_DESCENDING: ['desc', rating],
});

const listInput = z.object({ search: searchText, sort: sortOf(orders) });

/**
 * One page of resorts. The search reads its text like the site's own search.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} naming search, sort, after or before
 */
export async function listResorts(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  viewer: Viewer | null,
  input: unknown,
  page: PageRequest,
): Promise<ResortListPage> {
  requireAdmin(viewer);
  const { search, sort } = parseInput(listInput, input);
  const words = readText(search);
  return readDirectory<ListedRow, ListedResort>(deps, page, {
    table: 'resorts',
    order: orders[sort],
    asked: Prisma.sql`
      asked AS MATERIALIZED (SELECT query FROM resort_search_query(${wordsOf(words)}))`,
    matches: words === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`],
    columns: listedColumns,
    nodeOf: asListed,
  });
}

export async function readListedResort(
  deps: Pick<Deps, 'database'>,
  resortId: string,
): Promise<ListedResort | null> {
  const [row] = await deps.database.read<ListedRow>(
    Prisma.sql`SELECT ${listedColumns} FROM resorts WHERE id = ${resortId}::uuid`,
  );
  return row ? asListed(row) : null;
}

export async function readResortsAfter(
  deps: Pick<Deps, 'database'>,
  afterId: string | null,
  count: number,
): Promise<ListedResort[]> {
  const rows = await deps.database.read<ListedRow>(Prisma.sql`
    SELECT ${listedColumns} FROM resorts
    WHERE ${afterId === null ? Prisma.sql`TRUE` : Prisma.sql`id > ${afterId}::uuid`}
    ORDER BY id LIMIT ${Prisma.raw(String(count))}`);
  return rows.map(asListed);
}

const listedColumns = Prisma.sql`
  resorts.id, slug, name, brand, city, region, country, location, destination, description,
  image_url AS "imageUrl", amenities, rating, review_count AS "reviewCount",
  available_rentals AS "availableRentals", price_min AS "priceMin", price_max AS "priceMax",
  is_new_availability AS "isNewAvailability", latitude, longitude, timezone,
  certificate_email AS "certificateEmail", certificate_lead_days AS "certificateLeadDays",
  week_rule::text AS "weekRule", version, created_at AS "createdAt",
  (SELECT count(*)::int FROM listings WHERE resort_id = resorts.id) AS listings,
  (SELECT count(*)::int FROM bookings WHERE resort_id = resorts.id) AS bookings,
  ARRAY(SELECT alias::text FROM brand_aliases WHERE brand = resorts.brand ORDER BY alias) AS "brandAliases",
  (SELECT coalesce(json_agg(json_build_object(
            'name', season.name, 'firstWeek', first_week, 'lastWeek', last_week) ORDER BY first_week), '[]')
   FROM resort_seasons AS season WHERE resort_id = resorts.id) AS seasons`;

type ListedRow = Omit<ListedResort, 'rating'> & { rating: string };

const asListed = (row: ListedRow): ListedResort => ({ ...row, rating: Number(row.rating) });
