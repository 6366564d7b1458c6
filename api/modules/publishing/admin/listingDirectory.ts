import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { ContractVerificationStatus, Prisma } from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { keysets } from '#api/platform/database/keyset.ts';
import { parseInput, searchText, sortOf } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { readDirectory } from '#api/modules/nameSearch/directory.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { listingsHold, searchedIds, searchWords } from '#api/modules/nameSearch/nameSearch.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';
import { mayMove } from '../verificationMoves.ts';

/**
 * SQL condition: a row of `listings` is on offer. The database keeps the column (function
 * is_on_offer).
 */
const onOffer = Prisma.sql`listings.on_offer`;

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
  nights: number;
  freeNights: number;
  minNights: number;
  isWholeOnly: boolean;
  version: number;
  createdAt: Date;
  moves: TeamMove[];
}

export interface ManagedListingPage extends Page<ManagedListing> {
  count: CappedCount;
}

const id = { id: 'uuid' } as const;
const created = { createdAt: 'timestamptz', ...id } as const;
const price = { pricePerNightCents: 'integer', ...id } as const;
const dates = { availableFrom: 'date', ...id } as const;

const orders = keysets({
  NEWEST: ['desc', created],
  OLDEST: ['asc', created],
  PRICE: ['asc', price],
  PRICE_DESCENDING: ['desc', price],
  DATES: ['asc', dates],
  DATES_DESCENDING: ['desc', dates],
});

const listInput = z.object({
  search: searchText,
  verification: z.enum(ContractVerificationStatus).nullish(),
  source: z.enum(['member', 'provider']).nullish(),
  offer: z.enum(['on_offer', 'not_on_offer', 'over']).nullish(),
  isActive: z.boolean().nullish(),
  isForSale: z.boolean().nullish(),
  sort: sortOf(orders),
});

type ListInput = z.infer<typeof listInput>;

/**
 * One page of all listings.
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
  const words = searchWords(wanted.search);
  return readDirectory<ManagedRow, ManagedListing>(deps, page, {
    table: 'listings',
    order: orders[wanted.sort],
    asked: searchedIds(words),
    matches: [...conditions(wanted), ...words.map(listingsHold)],
    columns: managedColumns,
    joined,
    nodeOf: (row: ManagedRow) => asManaged(row, admin),
  });
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
  teamWithdrewIt: boolean | null;
}

const asManaged = (row: ManagedRow, admin: Viewer): ManagedListing => ({
  ...row,
  moves: teamMoves({ ...row, teamWithdrewIt: row.teamWithdrewIt ?? false }, admin.id),
});

type TeamMove = 'withdraw' | 'relist' | 'return_to_review' | 'reject';

interface Standing {
  ownerId: string | null;
  contractVerificationStatus: ContractVerificationStatus;
  isActive: boolean;
  isOver: boolean;
  /** Whether the team, not the owner, made the last withdrawal. */
  teamWithdrewIt: boolean;
}

/**
 * Moves open to an administrator for a listing in its current state. Provider weeks are managed in
 * the inventory, nobody moves their own listing, and only the owner relists after their own
 * withdrawal.
 */
function teamMoves(listing: Standing, adminId: string): TeamMove[] {
  const { ownerId, contractVerificationStatus: status, isActive, isOver } = listing;
  if (ownerId === null || ownerId === adminId) {
    return [];
  }
  if (!isActive) {
    return listing.teamWithdrewIt && !isOver ? ['relist'] : [];
  }
  return [
    'withdraw',
    ...(mayMove(status, 'pending', 'team') ? ['return_to_review' as const] : []),
    ...(mayMove(status, 'rejected', 'team') ? ['reject' as const] : []),
  ];
}
