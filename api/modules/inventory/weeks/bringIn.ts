import {
  Prisma,
  type InventoryRowChange,
  type InventorySyncError,
} from '#api/generated/prisma/client.ts';
import type { Week } from './weekInput.ts';

export interface PlacedWeek {
  number: number;
  resortId: string;
  week: Week;
}

export type RowError = Pick<InventorySyncError, 'number' | 'listingId' | 'error'>;

export interface WeekChange extends PlacedWeek {
  change: InventoryRowChange;
  /** The current listing, keyed by the fields of a week; undefined if unchanged. */
  before: Record<string, unknown> | undefined;
}

export interface BroughtIn {
  created: number;
  updated: number;
  unchanged: number;
  errors: RowError[];
  changes: WeekChange[];
}

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/** @returns the numbers of rows whose id is new to the run */
export async function firstMet(
  transaction: Transaction,
  runId: string,
  rows: { number: number; externalId: string }[],
): Promise<Set<number>> {
  const first = new Map<string, number>();
  for (const { number, externalId } of rows) {
    if (!first.has(externalId)) {
      first.set(externalId, number);
    }
  }
  // Returns the repeated ids, which are far fewer than the new ids.
  const metBefore = await transaction.$queryRaw<{ externalId: string }[]>`
    WITH offered AS (
      SELECT unnest(${[...first.keys()]}::text[]) AS external_id
    ), added AS (
      INSERT INTO inventory_seen_weeks (run_id, external_id)
      SELECT ${runId}::uuid, external_id FROM offered
      ON CONFLICT DO NOTHING
      RETURNING external_id
    )
    SELECT external_id AS "externalId" FROM offered EXCEPT SELECT external_id FROM added`;
  for (const { externalId } of metBefore) {
    first.delete(externalId);
  }
  return new Set(first.values());
}

/**
 * Creates listings for new weeks and updates changed listings. A withdrawn listing becomes active
 * again; the verification of an existing listing stays.
 * @param weeks of one provider, with unique ids
 * @param writes if false, only reports the would-be changes
 */
export async function bringIn(
  transaction: Transaction,
  providerId: string,
  weeks: PlacedWeek[],
  writes: boolean,
): Promise<BroughtIn> {
  if (weeks.length === 0) {
    return { created: 0, updated: 0, unchanged: 0, errors: [], changes: [] };
  }
  const offered = rowsOf(weeks);
  // OFFSET 0 forces an index lookup per week: a new provider has no statistics to plan by.
  const [stored] = await transaction.$queryRaw<
    { known: number; unchanged: string[]; changing: StoredWeek[] }[]
  >`
    SELECT count(*)::integer AS known,
           coalesce(jsonb_agg(external_id) FILTER (WHERE NOT is_different), '[]') AS unchanged,
           coalesce(jsonb_agg(jsonb_build_object(
             'id', id, 'externalId', external_id, 'isActive', is_active, 'isMoved', is_moved,
             'before', before
           )) FILTER (WHERE is_different), '[]') AS changing
    FROM (
      SELECT listings.id, offered.external_id, is_active, ${differs} AS is_different,
             (listings.resort_id, listings.available_from, listings.available_to)
               IS DISTINCT FROM (offered.resort_id, offered.available_from, offered.available_to)
               AS is_moved, ${writes ? Prisma.sql`NULL` : standing} AS before
      FROM ${offeredRows(offered)}, LATERAL (
        SELECT * FROM listings
        WHERE provider_id = ${providerId}::uuid AND external_id = offered.external_id
        OFFSET 0) AS listings) AS stored`;
  const { known, unchanged, changing } = stored ?? { known: 0, unchanged: [], changing: [] };
  if (writes && changing.length > 0) {
    // Lock: concurrent bookings of these listings wait until this transaction ends.
    await transaction.$queryRaw`
      SELECT FROM listings WHERE id = ANY (${changing.map(({ id }) => id)}::uuid[])
      ORDER BY id FOR NO KEY UPDATE`;
  }
  const booked = await bookedElsewhere(transaction, offered, changing);
  const writing = new Set(weeks.map(({ week }) => week.externalId));
  for (const externalId of [...unchanged, ...booked]) {
    writing.delete(externalId);
  }
  const updated = changing.length - booked.size;
  if (writes && writing.size > 0) {
    await write(transaction, providerId, weeks, writing);
    await tellRelisted(
      transaction,
      changing.filter(({ isActive, externalId }) => !isActive && writing.has(externalId)),
    );
  }
  return {
    created: weeks.length - known,
    updated,
    unchanged: unchanged.length,
    errors: weeks
      .filter(({ week }) => booked.has(week.externalId))
      .map(({ number, week }) => ({ number, listingId: week.externalId, error: bookedMessage })),
    changes: writes ? [] : changesOf(weeks, unchanged, changing, booked),
  };
}

function changesOf(
  weeks: PlacedWeek[],
  unchanged: string[],
  changing: StoredWeek[],
  booked: ReadonlySet<string>,
): WeekChange[] {
  const same = new Set(unchanged);
  const stored = new Map(changing.map((listing) => [listing.externalId, listing.before]));
  return weeks
    .filter(({ week }) => !booked.has(week.externalId))
    .map((placed) => {
      const { externalId } = placed.week;
      const before = stored.get(externalId) ?? undefined;
      const change = before ? 'updated' : same.has(externalId) ? 'unchanged' : 'created';
      return { ...placed, change, before };
    });
}

const bookedMessage =
  "Nights of this listing are booked here, so its resort can't change and its dates must hold them; it stays as it was";

interface StoredWeek {
  id: string;
  externalId: string;
  isActive: boolean;
  isMoved: boolean;
  /** The current listing; null in a sync. */
  before: Record<string, unknown> | null;
}

const fields = {
  resortId: 'uuid',
  title: 'text',
  description: 'text',
  pricePerNightCents: 'integer',
  availableFrom: 'date',
  availableTo: 'date',
  maxGuests: 'integer',
  bedrooms: 'integer',
  beds: 'integer',
  bathrooms: 'double precision',
  kitchen: '"Kitchen"',
  checkInTime: 'text',
  unitType: 'text',
  view: 'text',
  ownership: '"ListingOwnership"',
  season: 'text',
  weekNumber: 'integer',
} satisfies Record<keyof Omit<Week, 'externalId'> | 'resortId', string>;

const columns = Object.entries(fields).map(([field, type]) => ({
  field,
  type,
  column: field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
}));

const listOf = (write: (each: (typeof columns)[number]) => string): Prisma.Sql =>
  Prisma.raw(columns.map(write).join(', '));

const written = listOf(({ column }) => column);

const of = (table: string): Prisma.Sql => listOf(({ column }) => `${table}.${column}`);

const rowsOf = (weeks: PlacedWeek[]): string =>
  JSON.stringify(
    weeks.map(({ resortId, week }) => ({
      external_id: week.externalId,
      ...Object.fromEntries(
        columns.map(({ field, column }) => [column, { ...week, resortId }[field as keyof Week]]),
      ),
    })),
  );

const offeredRows = (offered: string): Prisma.Sql => Prisma.sql`
  jsonb_to_recordset(${offered}::jsonb) AS offered (
    external_id text, ${listOf(({ column, type }) => `${column} ${type}`)})`;

const standing = Prisma.sql`
  jsonb_build_object(
    'resort', (SELECT name FROM resorts WHERE resorts.id = listings.resort_id),
    'isActive', listings.is_active, ${listOf(({ field, column }) => `'${field}', listings.${column}`)})`;

const differs = Prisma.sql`(NOT listings.is_active OR (${of('listings')}) IS DISTINCT FROM (${of('offered')}))`;

async function bookedElsewhere(
  transaction: Transaction,
  offered: string,
  changing: StoredWeek[],
): Promise<Set<string>> {
  const moved = changing.filter(({ isMoved }) => isMoved).map(({ id }) => id);
  if (moved.length === 0) {
    return new Set();
  }
  const rows = await transaction.$queryRaw<{ externalId: string }[]>`
    SELECT DISTINCT listings.external_id AS "externalId"
    FROM bookings JOIN listings ON listings.id = bookings.listing_id
      JOIN resorts ON resorts.id = bookings.resort_id
      JOIN time_zones ON time_zones.name = resorts.timezone
      JOIN ${offeredRows(offered)} ON offered.external_id = listings.external_id
    WHERE bookings.listing_id = ANY (${moved}::uuid[])
      AND takes_nights(bookings.status) AND bookings.check_out > time_zones.today
      AND NOT (offered.resort_id = bookings.resort_id
               AND offered.available_from <= bookings.check_in
               AND offered.available_to >= bookings.check_out)`;
  return new Set(rows.map(({ externalId }) => externalId));
}

/** Writes the weeks in `writing`. New listings are verified: the provider vouches for them. */
async function write(
  transaction: Transaction,
  providerId: string,
  weeks: PlacedWeek[],
  writing: Set<string>,
): Promise<void> {
  const offered = rowsOf(weeks.filter(({ week }) => writing.has(week.externalId)));
  await transaction.$executeRaw`
    INSERT INTO listings (id, provider_id, external_id, contract_verification_status, ${written})
    SELECT gen_random_uuid(), ${providerId}::uuid, offered.external_id, 'verified', ${of('offered')}
    FROM ${offeredRows(offered)}
    ORDER BY offered.external_id
    ON CONFLICT (provider_id, external_id) DO UPDATE
    SET (${written}) = ROW (${of('excluded')}), is_active = true, updated_at = now()
    WHERE NOT listings.is_active OR (${of('listings')}) IS DISTINCT FROM (${of('excluded')})`;
}

async function tellRelisted(transaction: Transaction, listings: StoredWeek[]): Promise<void> {
  if (listings.length > 0) {
    await transaction.$executeRaw`
      INSERT INTO listing_events (id, listing_id, kind)
      SELECT gen_random_uuid(), unnest(${listings.map(({ id }) => id)}::uuid[]), 'relisted'`;
  }
}

export async function keepErrors(
  transaction: Transaction,
  runId: string,
  errors: RowError[],
): Promise<void> {
  if (errors.length > 0) {
    await transaction.$executeRaw`
      INSERT INTO inventory_sync_errors (id, sync_id, number, listing_id, error)
      SELECT gen_random_uuid(), ${runId}::uuid, *
      FROM unnest(${errors.map(({ number }) => number)}::integer[],
                  ${errors.map(({ listingId }) => listingId)}::text[],
                  ${errors.map(({ error }) => error)}::text[])`;
  }
}

/**
 * Condition: a run has not seen a listing. OFFSET 0 forces an index lookup per listing: the run's
 * rows have no statistics yet, and a join could compare each listing with every row.
 */
const isGone = (runId: string): Prisma.Sql => Prisma.sql`
  NOT EXISTS (
    SELECT FROM inventory_seen_weeks AS seen
    WHERE run_id = ${runId}::uuid AND seen.external_id = listings.external_id OFFSET 0)`;

export async function countVanished(
  transaction: Transaction,
  providerId: string,
  runId: string,
): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer FROM listings
    WHERE provider_id = ${providerId}::uuid AND is_active AND ${isGone(runId)}`;
  return row?.count ?? 0;
}

/**
 * Withdraws listings that a run has not seen. The rows and their history stay.
 * @param after the provider's id after which to start; '' for the first
 * @param most how many listings to check
 * @returns `last`: the provider's id after which to continue; null at the end
 */
export async function withdrawVanished(
  transaction: Transaction,
  providerId: string,
  runId: string,
  after: string,
  most: number,
) {
  const [looked] = await transaction.$queryRaw<{ last: string | null; gone: string[] }[]>`
    SELECT max(external_id) AS last,
           coalesce(jsonb_agg(id) FILTER (WHERE is_gone), '[]') AS gone
    FROM (
      SELECT id, external_id, ${isGone(runId)} AS is_gone FROM listings
      WHERE provider_id = ${providerId}::uuid AND external_id > ${after} AND is_active
      ORDER BY external_id LIMIT ${most}) AS listings`;
  const { last, gone } = looked ?? { last: null, gone: [] };
  if (gone.length === 0) {
    return { count: 0, last };
  }
  const withdrawn = await transaction.$executeRaw`
    WITH withdrawn AS (
      UPDATE listings SET is_active = false, updated_at = now()
      WHERE id = ANY (${gone}::uuid[]) AND is_active
      RETURNING id
    )
    INSERT INTO listing_events (id, listing_id, kind)
    SELECT gen_random_uuid(), id, 'withdrawn' FROM withdrawn`;
  return { count: withdrawn, last };
}
