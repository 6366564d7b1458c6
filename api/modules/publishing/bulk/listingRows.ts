import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Prisma, type Listing } from '#api/generated/prisma/client.ts';
import { FieldsError, InvalidInputError, type FieldError } from '#api/platform/errors.ts';
import { recordListingEvents } from '#api/modules/listings/listingHistory.ts';
import {
  changedFields,
  columnsOf,
  patched,
  readListing,
  requireFittingWeek,
  type WantedListing,
} from '#api/modules/listings/listingInput.ts';
import { readReference } from '#api/modules/listings/listingReference.ts';
import { resortsOf } from '#api/modules/listings/ownListing.ts';
import { returnAllToReview } from '#api/modules/listings/verificationQueue.ts';
import { bookedSpans, requireBookedNights } from '../bookedNights.ts';
import { reviewedFields } from '../editListing.ts';

/** A row by the names of the fields of a listing, and its reference; nothing is checked yet. */
export type GivenRow = Readonly<Record<string, unknown>>;

export type RowStatus = 'CREATED' | 'CHANGED' | 'UNCHANGED' | 'REFUSED';

const listingKeys = { id: true, ownerId: true, createdAt: true, reviewRequestedAt: true } as const;

type StoredListing = Pick<Listing, keyof typeof listingKeys>;

/** A row, as far as it is read. */
export interface ListingRow {
  index: number;
  reference: string;
  status: RowStatus;
  /** The stored listing with the reference; null if there was none. */
  before: Listing | null;
  /** The same listing as it is now. */
  listing: StoredListing | null;
  /** The new values; undefined if the row is refused. */
  columns?: ReturnType<typeof columnsOf>;
  needsReview: boolean;
  fieldErrors: FieldError[];
}

/**
 * Reads rows by the rules of `createListing` and `updateListing`: a reference that the owner has no
 * listing for makes a new one, and other rows change the fields that they name. Takes the same few
 * statements for any number of rows.
 * @param locks whether other transactions have to wait with these listings until this one ends
 */
export async function readRows(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  given: readonly GivenRow[],
  locks: boolean,
): Promise<ListingRow[]> {
  const rows = given.map(({ reference }, index): ListingRow => {
    const row = emptyRow(index, String(reference));
    check(row, () => readReference(reference));
    return row;
  });
  refuseRepeated(rows);
  const references = rows.filter(isRead).map(({ reference }) => reference);
  if (locks) {
    await lockListings(transaction, ownerId, references);
  }
  const stored = await transaction.listing.findMany({
    where: { ownerId, ownerReference: { in: references } },
  });
  const byReference = new Map(stored.map((listing) => [listing.ownerReference, listing]));
  const wanted = new Map<ListingRow, WantedListing>();
  for (const row of rows.filter(isRead)) {
    if (row.index % rowsAtOnce === 0) {
      await setImmediate();
    }
    row.before = byReference.get(row.reference) ?? null;
    row.listing = row.before;
    check(row, () => {
      const { before } = row;
      const values = given[row.index] ?? {};
      wanted.set(row, before ? readListing(patched(before, values), before) : readListing(values));
    });
  }
  const resorts = await resortsOf(
    transaction,
    [...wanted.values()].map(({ resortId }) => resortId),
  );
  for (const [row, listing] of wanted) {
    check(row, () => {
      const resort = resorts.get(listing.resortId);
      if (!resort) {
        throw new InvalidInputError('resortId', 'Resort not found');
      }
      requireFittingWeek(listing, resort, row.before ?? undefined);
      row.columns = columnsOf(listing);
      compare(row, row.columns);
    });
  }
  await keepBookedNights(transaction, rows);
  return rows;
}

/** Each takes a millisecond of this process; other requests go on in between. */
const rowsAtOnce = 20;

const emptyRow = (index: number, reference: string): ListingRow => ({
  index,
  reference,
  status: 'CREATED',
  before: null,
  listing: null,
  needsReview: false,
  fieldErrors: [],
});

const isRead = ({ status }: ListingRow): boolean => status !== 'REFUSED';

/** Refuses the row if a rule is broken. */
function check(row: ListingRow, rule: () => unknown): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof FieldsError)) {
      throw error;
    }
    Object.assign(row, { status: 'REFUSED', columns: undefined, fieldErrors: error.fieldErrors });
  }
}

function refuseRepeated(rows: readonly ListingRow[]): void {
  const first = new Map<string, number>();
  for (const row of rows.filter(isRead)) {
    const before = first.get(row.reference);
    check(row, () => {
      if (before !== undefined) {
        throw new InvalidInputError('reference', `Row ${before} has this reference too`);
      }
    });
    first.set(row.reference, before ?? row.index);
  }
}

async function lockListings(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  references: string[],
): Promise<void> {
  // Two calls with the same new reference would both create a listing.
  await transaction.$queryRaw`
    SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`listings of ${ownerId}`}, 0))`;
  // FOR UPDATE: new bookings wait too, because of their foreign key.
  await transaction.$queryRaw`
    SELECT FROM listings
    WHERE owner_id = ${ownerId}::uuid AND owner_reference = ANY (${references})
    ORDER BY id FOR UPDATE`;
}

function compare(row: ListingRow, columns: ReturnType<typeof columnsOf>): void {
  const { before } = row;
  if (before) {
    const changed = changedFields(before, columns);
    row.status = changed.length > 0 ? 'CHANGED' : 'UNCHANGED';
    row.needsReview = reviewedFields(before).some((field) => changed.includes(field));
  }
}

async function keepBookedNights(
  transaction: Prisma.TransactionClient,
  rows: readonly ListingRow[],
): Promise<void> {
  const changing = rows.flatMap((row) => {
    const { status, before, columns } = row;
    return status === 'CHANGED' && before && columns ? [{ row, before, columns }] : [];
  });
  const booked = await bookedSpans(
    transaction,
    changing.map(({ before }) => before.id),
  );
  for (const { row, before, columns } of changing) {
    check(row, () => requireBookedNights(before, columns, booked.get(before.id)));
  }
}

/**
 * Stores what `readRows` read in the same transaction, with its history, and gives each row its
 * listing as it is now.
 */
export async function writeRows(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  rows: readonly ListingRow[],
): Promise<void> {
  const writing = rows.flatMap((row) => {
    const { status, before, reference, columns } = row;
    const id = before?.id ?? randomUUID();
    return columns && status !== 'UNCHANGED'
      ? [{ row, id, stored: { id, ownerReference: reference, ...columns } }]
      : [];
  });
  if (writing.length === 0) {
    return;
  }
  const storedOf = (status: RowStatus) =>
    writing.flatMap(({ row, stored }) => (row.status === status ? [stored] : []));
  await storeNew(transaction, ownerId, storedOf('CREATED'));
  await storeChanges(transaction, storedOf('CHANGED'));
  await recordListingEvents(
    transaction,
    writing.map(({ id, row }) => ({
      listingId: id,
      actorId: ownerId,
      kind: row.before ? ('edited' as const) : ('created' as const),
    })),
  );
  const reviewed = writing.filter(({ row }) => row.needsReview).map(({ id }) => id);
  if (reviewed.length > 0) {
    await returnAllToReview(transaction, reviewed, { actorId: ownerId });
  }
  const listings = await transaction.listing.findMany({
    where: { id: { in: writing.map(({ id }) => id) } },
    select: listingKeys,
  });
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  for (const { id, row } of writing) {
    row.listing = byId.get(id) ?? null;
  }
}

type StoredRow = ReturnType<typeof columnsOf> & { id: string; ownerReference: string };

const nameOf = (field: string): string =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Names of the columns of a row, and the rows as a table `wanted`. */
function tableOf(rows: readonly StoredRow[]) {
  const names = Object.keys(rows[0] ?? {}).map(nameOf);
  const values = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [nameOf(field), value])),
  );
  return {
    columns: Prisma.raw(names.join(', ')),
    wanted: Prisma.sql`
      jsonb_populate_recordset(NULL::listings, ${JSON.stringify(values, wellFormed)}::jsonb) AS wanted`,
    wantedColumns: Prisma.raw(names.map((name) => `wanted.${name}`).join(', ')),
  };
}

/** PostgreSQL refuses half of a pair of UTF-16 in JSON. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value).toString() : value;

async function storeNew(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  rows: StoredRow[],
): Promise<void> {
  if (rows.length > 0) {
    const { columns, wanted, wantedColumns } = tableOf(rows);
    await transaction.$executeRaw`
      INSERT INTO listings (owner_id, ${columns})
      SELECT ${ownerId}::uuid, ${wantedColumns} FROM ${wanted}`;
  }
}

async function storeChanges(
  transaction: Prisma.TransactionClient,
  rows: StoredRow[],
): Promise<void> {
  if (rows.length > 0) {
    const { columns, wanted, wantedColumns } = tableOf(rows);
    await transaction.$executeRaw`
      UPDATE listings SET (${columns}) = ROW (${wantedColumns}), updated_at = now()
      FROM ${wanted} WHERE listings.id = wanted.id`;
  }
}
