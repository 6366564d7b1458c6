import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { ContractVerificationStatus, Prisma } from '#api/generated/prisma/client.ts';
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
import { listingsHold, searchedIds, searchWords } from '#api/modules/nameSearch/nameSearch.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { teamMoves, type TeamMove } from './teamMoves.ts';

/**
 * SQL condition: a row of `listings` is on offer. The database keeps the column (function
 * is_on_offer).
 */
const onOffer = Prisma.sql`listings.on_offer`;

const listingListSorts = [
  'NEWEST',
  'OLDEST',
  'PRICE',
  'PRICE_DESCENDING',
  'DATES',
  'DATES_DESCENDING',
] as const;

type ListingListSort = (typeof listingListSorts)[number];

export interface ManagedListing {
  id: string;
  title: string;
  resortId: string;
  resortName: string;
  ownerId: string | null;
  ownerName: string | null;
  providerId: string | null;
  providerName: string | null;
  contractVerificationStatus: ContractVerificationStatus;
  hasContract: boolean;
  isActive: boolean;
  onOffer: boolean;
  isOver: boolean;
  isForSale: boolean;
  pricePerNightCents: number;
  salePriceCents: number | null;
  currency: string;
  /** Plain dates, YYYY-MM-DD. */
  availableFrom: string;
  availableTo: string;
  /** Nights on offer, and how many of them can still be booked. */
  nights: number;
  freeNights: number;
  /** The fewest nights that guests may book. */
  minNights: number;
  isWholeOnly: boolean;
  version: number;
  createdAt: Date;
  moves: TeamMove[];
}

export interface ManagedListingPage extends Page<ManagedListing> {
  count: CappedCount;
}

interface Order {
  columns: readonly { sql: Prisma.Sql; type: Prisma.Sql }[];
  key(listing: ManagedListing): CursorValue[];
  check: z.ZodType<CursorValue[]>;
}

const id = { sql: Prisma.sql`id`, type: Prisma.sql`uuid` };

/** Each order has an index that begins with its first column. */
const orders = {
  created: {
    columns: [{ sql: Prisma.sql`created_at`, type: Prisma.sql`timestamptz` }, id],
    key: (listing) => [listing.createdAt.toISOString(), listing.id],
    check: z.tuple([z.iso.datetime().refine((instant) => instant >= '0001'), z.uuid()]),
  },
  price: {
    columns: [{ sql: Prisma.sql`price_per_night_cents`, type: Prisma.sql`integer` }, id],
    key: (listing) => [listing.pricePerNightCents, listing.id],
    check: z.tuple([z.number().int().min(0).max(2_147_483_647), z.uuid()]),
  },
  dates: {
    columns: [{ sql: Prisma.sql`available_from`, type: Prisma.sql`date` }, id],
    key: (listing) => [listing.availableFrom, listing.id],
    check: z.tuple([z.iso.date().refine((date) => date >= '0001'), z.uuid()]),
  },
} satisfies Record<string, Order>;

const sorts: Record<ListingListSort, { order: Order; descending: boolean }> = {
  NEWEST: { order: orders.created, descending: true },
  OLDEST: { order: orders.created, descending: false },
  PRICE: { order: orders.price, descending: false },
  PRICE_DESCENDING: { order: orders.price, descending: true },
  DATES: { order: orders.dates, descending: false },
  DATES_DESCENDING: { order: orders.dates, descending: true },
};

const listInput = z.object({
  search: z
    .string({ error: 'The search must be text' })
    .max(200, 'The search may have at most 200 characters')
    .nullish(),
  verification: z.enum(ContractVerificationStatus).nullish(),
  source: z.enum(['member', 'provider']).nullish(),
  offer: z.enum(['on_offer', 'not_on_offer', 'over']).nullish(),
  isActive: z.boolean().nullish(),
  isForSale: z.boolean().nullish(),
  sort: z
    .enum(listingListSorts, { error: `sort must be one of ${listingListSorts.join(', ')}` })
    .nullish()
    .transform((sort) => sort ?? 'NEWEST'),
});

type ListInput = z.infer<typeof listInput>;

/**
 * One page of all listings, by keyset, with the capped count of the whole list, in one statement.
 * Up to `countCap` hits are sorted; with more hits, scanning the index of the order is faster.
 * @param input search (words of title, resort and owner, or an id), verification, source, offer,
 *   isActive, isForSale, sort
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} naming search, sort, after or before
 */
export async function listManagedListings(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
  page: PageRequest,
): Promise<ManagedListingPage> {
  const admin = requireAdmin(viewer);
  const wanted = parseInput(listInput, input);
  const { order, descending: isDescending } = sorts[wanted.sort];
  const forward = page.direction === 'forward';
  const descending = isDescending === forward;
  const values =
    page.from === undefined
      ? undefined
      : decodeCursor(wanted.sort, page.from, forward ? 'after' : 'before', order.check);
  const sortColumns = Prisma.join(order.columns.map(({ sql }) => Prisma.sql`listings.${sql}`));
  const sorted = Prisma.join(
    order.columns.map(
      ({ sql }) => Prisma.sql`listings.${sql} ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`}`,
    ),
  );
  const beyond = values
    ? Prisma.sql`(${sortColumns}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${Prisma.join(
        order.columns.map(({ type }, index) => Prisma.sql`${values[index]}::text::${type}`),
      )})`
    : Prisma.sql`TRUE`;
  const words = searchWords(wanted.search);
  const matches = Prisma.join([...conditions(wanted), ...words.map(listingsHold)], ' AND ');
  const take = Prisma.raw(String(page.size + 1));
  const cap = Prisma.raw(String(countCap));
  const { text, values: given } = Prisma.sql`
    WITH ${searchedIds(words)},
    hits AS MATERIALIZED (
      SELECT id, created_at, price_per_night_cents, available_from
      FROM listings WHERE ${matches} LIMIT ${cap} + 1
    ),
    page AS (
      (SELECT id FROM hits AS listings WHERE (SELECT count(*) <= ${cap} FROM hits) AND ${beyond}
       ORDER BY ${sorted} LIMIT ${take})
      UNION ALL
      (SELECT id FROM listings
       WHERE (SELECT count(*) > ${cap} FROM hits) AND ${matches} AND ${beyond}
       ORDER BY ${sorted} LIMIT ${take})
    )
    SELECT ${managedColumns}, counted.found::int AS found
    FROM (SELECT count(*) AS found FROM hits) AS counted
    LEFT JOIN (page JOIN listings USING (id) ${joined}) ON TRUE
    ORDER BY ${sorted}`;
  // Unnamed, so PostgreSQL plans it for these values.
  const { rows } = await deps.database.pool.query<FoundRow>({ text, values: given });
  // LEFT JOIN: no match gives one row without a listing.
  const found = rows.filter((row) => row.id !== null);
  const listings = found.map((row) => asManaged(row, admin));
  return {
    ...pageOf(page, listings, (listing) => encodeCursor(wanted.sort, order.key(listing))),
    count: capped(rows[0]?.found ?? 0),
  };
}

export async function readManagedListing(
  deps: Pick<Deps, 'database'>,
  admin: Viewer,
  listingId: string,
): Promise<ManagedListing | null> {
  const [row] = await deps.database.read<ManagedRow>(Prisma.sql`
    SELECT ${managedColumns} FROM listings ${joined} WHERE listings.id = ${listingId}::uuid`);
  return row ? asManaged(row, admin) : null;
}

function conditions({ verification, source, offer, isActive, isForSale }: ListInput): Prisma.Sql[] {
  const found = [Prisma.sql`TRUE`];
  if (verification) {
    found.push(
      Prisma.sql`contract_verification_status = ${verification}::"ContractVerificationStatus"`,
    );
  }
  if (source) {
    found.push(
      source === 'member' ? Prisma.sql`owner_id IS NOT NULL` : Prisma.sql`owner_id IS NULL`,
    );
  }
  if (offer) {
    found.push(
      { on_offer: onOffer, not_on_offer: Prisma.sql`NOT ${onOffer}`, over: isOver }[offer],
    );
  }
  if (isActive != null) {
    found.push(Prisma.sql`is_active = ${isActive}`);
  }
  if (isForSale != null) {
    found.push(Prisma.sql`is_for_sale = ${isForSale}`);
  }
  return found;
}

/** Whether the last night has passed, by the date at the resort. */
const isOver = Prisma.sql`(listings.available_to <= (
  SELECT today FROM resorts JOIN time_zones ON time_zones.name = timezone
  WHERE resorts.id = listings.resort_id))`;

const joined = Prisma.sql`
  JOIN resorts ON resorts.id = resort_id
  LEFT JOIN users AS owner ON owner.id = owner_id
  LEFT JOIN inventory_providers AS provider ON provider.id = provider_id`;

const managedColumns = Prisma.sql`
  listings.id, title, resort_id AS "resortId", resorts.name AS "resortName",
  owner_id AS "ownerId", owner.first_name || ' ' || owner.last_name AS "ownerName",
  provider_id AS "providerId", provider.name::text AS "providerName",
  contract_verification_status::text AS "contractVerificationStatus",
  contract_document_url IS NOT NULL AS "hasContract",
  is_active AS "isActive", ${onOffer} AS "onOffer", ${isOver} AS "isOver", is_for_sale AS "isForSale",
  price_per_night_cents AS "pricePerNightCents", sale_price_cents AS "salePriceCents", currency,
  available_from::text AS "availableFrom", available_to::text AS "availableTo",
  available_to - available_from AS nights,
  (SELECT coalesce(sum(ends_on - starts_on), 0)::int FROM free_stretches
   WHERE listing_id = listings.id) AS "freeNights",
  shortest_stay(min_nights, available_from, available_to) AS "minNights",
  min_nights IS NULL AS "isWholeOnly",
  listings.version, listings.created_at AS "createdAt",
  (SELECT actor_id IS DISTINCT FROM owner_id FROM listing_events
   WHERE listing_id = listings.id AND kind = 'withdrawn'
   ORDER BY number DESC LIMIT 1) AS "teamWithdrewIt"`;

interface ManagedRow extends Omit<ManagedListing, 'moves'> {
  /** Whether the team, not the owner, made the last withdrawal; null without a withdrawal. */
  teamWithdrewIt: boolean | null;
}

type FoundRow = ManagedRow & { found: number };

const asManaged = (row: ManagedRow, admin: Viewer): ManagedListing => ({
  ...row,
  moves: teamMoves({ ...row, teamWithdrewIt: row.teamWithdrewIt ?? false }, admin.id),
});
