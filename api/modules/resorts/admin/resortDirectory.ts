import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import {
  type CursorValue,
  decodeCursor,
  encodeCursor,
  type Page,
  pageOf,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { readText, wordsOf } from '#api/modules/search/resortText.ts';
import type { Season } from './seasons.ts';

const resortListSorts = [
  'NEWEST',
  'OLDEST',
  'NAME',
  'NAME_DESCENDING',
  'DESTINATION',
  'DESTINATION_DESCENDING',
  'PRICE',
  'PRICE_DESCENDING',
  'RATING',
  'RATING_DESCENDING',
] as const;

type ResortListSort = (typeof resortListSorts)[number];

export interface ListedResort {
  id: string;
  slug: string;
  name: string;
  brand: string;
  brandAliases: string[];
  city: string;
  region: string;
  country: string;
  location: string;
  destination: string;
  description: string;
  imageUrl: string;
  amenities: string[];
  rating: number;
  reviewCount: number;
  availableRentals: number;
  priceMin: number;
  priceMax: number;
  isNewAvailability: boolean;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  weekRule: 'friday' | 'saturday' | 'sunday';
  seasons: Season[];
  version: number;
  /** A resort with listings or bookings can't be deleted. */
  listings: number;
  bookings: number;
  createdAt: Date;
}

export interface ResortListPage extends Page<ListedResort> {
  count: CappedCount;
}

interface Order {
  columns: readonly { sql: Prisma.Sql; type: Prisma.Sql }[];
  key(resort: ListedResort): CursorValue[];
  check: z.ZodType<CursorValue[]>;
}

const text = z.string().regex(/^[^\0]*$/);
const whole = z.number().int().min(0).max(2_147_483_647);
const id = { sql: Prisma.sql`id`, type: Prisma.sql`uuid` };

/** Each order has an index on the same columns. */
const orders = {
  created: {
    columns: [{ sql: Prisma.sql`created_at`, type: Prisma.sql`timestamptz` }, id],
    key: (resort) => [resort.createdAt.toISOString(), resort.id],
    check: z.tuple([z.iso.datetime().refine((instant) => instant >= '0001'), z.uuid()]),
  },
  name: {
    columns: [{ sql: Prisma.sql`name`, type: Prisma.sql`text` }, id],
    key: (resort) => [resort.name, resort.id],
    check: z.tuple([text, z.uuid()]),
  },
  destination: {
    columns: [
      { sql: Prisma.sql`destination`, type: Prisma.sql`text` },
      { sql: Prisma.sql`price_min`, type: Prisma.sql`integer` },
      id,
    ],
    key: (resort) => [resort.destination, resort.priceMin, resort.id],
    check: z.tuple([text, whole, z.uuid()]),
  },
  price: {
    columns: [{ sql: Prisma.sql`price_min`, type: Prisma.sql`integer` }, id],
    key: (resort) => [resort.priceMin, resort.id],
    check: z.tuple([whole, z.uuid()]),
  },
  rating: {
    columns: [
      { sql: Prisma.sql`rating`, type: Prisma.sql`numeric` },
      { sql: Prisma.sql`review_count`, type: Prisma.sql`integer` },
      id,
    ],
    key: (resort) => [resort.rating.toFixed(2), resort.reviewCount, resort.id],
    check: z.tuple([z.string().regex(/^\d(\.\d{1,2})?$/), whole, z.uuid()]),
  },
} satisfies Record<string, Order>;

const sorts: Record<ResortListSort, { order: Order; descending: boolean }> = {
  NEWEST: { order: orders.created, descending: true },
  OLDEST: { order: orders.created, descending: false },
  NAME: { order: orders.name, descending: false },
  NAME_DESCENDING: { order: orders.name, descending: true },
  DESTINATION: { order: orders.destination, descending: false },
  DESTINATION_DESCENDING: { order: orders.destination, descending: true },
  PRICE: { order: orders.price, descending: false },
  PRICE_DESCENDING: { order: orders.price, descending: true },
  RATING: { order: orders.rating, descending: false },
  RATING_DESCENDING: { order: orders.rating, descending: true },
};

const listInput = z.object({
  search: z
    .string({ error: 'The search must be text' })
    .max(200, 'The search may have at most 200 characters')
    .nullish(),
  sort: z
    .enum(resortListSorts, { error: `sort must be one of ${resortListSorts.join(', ')}` })
    .nullish()
    .transform((sort) => sort ?? 'NEWEST'),
});

/**
 * One page of resorts by keyset pagination, with the capped count of the whole list, in one
 * statement. The search reads its text like the site's own search.
 * @param input search, sort.
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
  const { order, descending: isDescending } = sorts[sort];
  const forward = page.direction === 'forward';
  const descending = isDescending === forward;
  const values =
    page.from === undefined
      ? undefined
      : decodeCursor(sort, page.from, forward ? 'after' : 'before', order.check);
  const sortColumns = Prisma.join(order.columns.map(({ sql }) => sql));
  const sorted = Prisma.join(
    order.columns.map(({ sql }) => (descending ? Prisma.sql`${sql} DESC` : Prisma.sql`${sql} ASC`)),
  );
  const beyond = values
    ? Prisma.sql`(${sortColumns}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${Prisma.join(
        order.columns.map(({ type }, index) => Prisma.sql`${values[index]}::text::${type}`),
      )})`
    : Prisma.sql`TRUE`;
  const matches =
    words === '' ? Prisma.sql`TRUE` : Prisma.sql`search_vector @@ (SELECT query FROM asked)`;
  const take = Prisma.raw(String(page.size + 1));
  const cap = Prisma.raw(String(countCap));
  const found = await deps.database.read<FoundRow>(Prisma.sql`
    WITH asked AS MATERIALIZED (SELECT query FROM resort_search_query(${wordsOf(words)})),
    hits AS MATERIALIZED (
      SELECT id, created_at, name, destination, price_min, rating, review_count
      FROM resorts WHERE ${matches} LIMIT ${cap} + 1
    ),
    page AS (
      (SELECT id FROM hits WHERE (SELECT count(*) <= ${cap} FROM hits) AND ${beyond}
       ORDER BY ${sorted} LIMIT ${take})
      UNION ALL
      (SELECT id FROM resorts
       WHERE (SELECT count(*) > ${cap} FROM hits) AND ${matches} AND ${beyond}
       ORDER BY ${sorted} LIMIT ${take})
    )
    SELECT ${listedColumns}, counted.found::int AS found
    FROM (SELECT count(*) AS found FROM hits) AS counted
    LEFT JOIN (page JOIN resorts USING (id)) ON TRUE
    ORDER BY ${sorted}`);
  // LEFT JOIN: no match is one all-null row.
  const resorts = found.filter(({ id: found }) => found !== null).map(asListed);
  return {
    ...pageOf(page, resorts, (resort) => encodeCursor(sort, order.key(resort))),
    count: capped(found[0]?.found ?? 0),
  };
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
  week_rule::text AS "weekRule", version, created_at AS "createdAt",
  (SELECT count(*)::int FROM listings WHERE resort_id = resorts.id) AS listings,
  (SELECT count(*)::int FROM bookings WHERE resort_id = resorts.id) AS bookings,
  ARRAY(SELECT alias::text FROM brand_aliases WHERE brand = resorts.brand ORDER BY alias) AS "brandAliases",
  (SELECT coalesce(json_agg(json_build_object(
            'name', season.name, 'firstWeek', first_week, 'lastWeek', last_week) ORDER BY first_week), '[]')
   FROM resort_seasons AS season WHERE resort_id = resorts.id) AS seasons`;

type ListedRow = Omit<ListedResort, 'rating'> & { rating: string };

type FoundRow = ListedRow & { found: number };

const asListed = (row: ListedRow): ListedResort => ({ ...row, rating: Number(row.rating) });
