import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import {
  pageCostOf,
  readPageArgs,
  type Page,
  type PageArgs,
} from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { parseInput } from '#api/platform/input/input.ts';

type StatementDeps = Pick<Deps, 'database'>;

const statementInput = z.object({
  year: z.coerce
    .number({ error: 'Year must be a number' })
    .int('Year must be a whole number')
    .min(2000, 'Year must be 2000 or later')
    .max(2199, 'Year must be 2199 or earlier'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Currency must be a code of three letters, such as USD')
    .nullish()
    .transform((currency) => currency ?? 'USD'),
});

export interface StatementOf {
  ownerId: string;
  year: number;
  currency: string;
}

export const statementOf = (ownerId: string, input: unknown): StatementOf => ({
  ownerId,
  ...parseInput(statementInput, input),
});

/**
 * Sums of a year in cents, from the ledger; opening + earned + kept + corrected - paidOut =
 * closing.
 */
export interface StatementSums {
  opening: number;
  earned: number;
  kept: number;
  corrected: number;
  paidOut: number;
  closing: number;
}

export async function statementSums(
  { database }: StatementDeps,
  statement: StatementOf,
): Promise<StatementSums> {
  const { start, end } = boundsOf(statement);
  const within = (reasons: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`FILTER (WHERE at >= ${start} AND ${reasons})`;
  const [sums] = await database.read<StatementSums>(Prisma.sql`
    SELECT coalesce(sum(cents) FILTER (WHERE at < ${start}), 0)::float8 AS opening,
           coalesce(sum(cents) ${within(Prisma.sql`reason = 'release'`)}, 0)::float8 AS earned,
           coalesce(sum(cents) ${within(Prisma.sql`reason = 'retention'`)}, 0)::float8 AS kept,
           coalesce(-sum(cents) ${within(Prisma.sql`reason = 'payout'`)}, 0)::float8 AS "paidOut",
           coalesce(sum(cents) ${within(
             Prisma.sql`reason NOT IN ('release', 'retention', 'payout')`,
           )}, 0)::float8 AS corrected,
           coalesce(sum(cents), 0)::float8 AS closing
    FROM (${ownEntries(statement)}) AS entry WHERE at < ${end}`);
  if (!sums) {
    throw new Error('Sums without groups have one row');
  }
  return sums;
}

export interface StatementLine {
  id: string;
  at: Date;
  reason:
    | 'release'
    | 'sale'
    | 'retention'
    | 'payout'
    | 'chargeback_end'
    | 'reversal'
    | 'set_off'
    | 'correction'
    | 'goodwill'
    | 'claim'
    | 'rebooking';
  cents: number;
  serviceFeeCents: number;
  taxCents: number;
  currency: string;
  /** Null of a sale, with the stay. */
  bookingId: string | null;
  saleId: string | null;
  resortName: string;
  checkIn: string | null;
  checkOut: string | null;
  nights: number | null;
}

/** Large, since a page is printed as a whole. */
const pageSizes = { usual: 100, most: 500 };

export const statementCost = pageCostOf(pageSizes.usual);

const oldest = keyset('STATEMENT', 'asc', { at: 'timestamptz', id: 'uuid' });

/**
 * The entries of a year, oldest first.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export async function statementLines(
  { database }: StatementDeps,
  statement: StatementOf,
  args: PageArgs,
): Promise<Page<StatementLine>> {
  const { start, end } = boundsOf(statement);
  const page = readPageArgs(args, pageSizes);
  const { beyond, orderBy, take } = oldest.sql(page, 'entry');
  const found = await database.read<StatementLine>(
    Prisma.sql`
      SELECT entry.id, at, cents, entry.currency, booking_id AS "bookingId", sale_id AS "saleId",
             CASE WHEN reason = 'release' AND sale_id IS NOT NULL THEN 'sale' ELSE reason::text END AS reason,
             -coalesce(fee.amount_cents, 0) AS "serviceFeeCents",
             -coalesce(tax.amount_cents, 0) AS "taxCents",
             resorts.name AS "resortName", check_in::text AS "checkIn",
             check_out::text AS "checkOut", check_out - check_in AS nights
      FROM (${ownEntries(statement)}) AS entry
      JOIN resorts ON resorts.id = resort_id
      LEFT JOIN ledger_entries AS fee ON fee.transaction_id = entry.id
        AND fee.account = 'service_fee' AND fee.currency = entry.currency
      LEFT JOIN ledger_entries AS tax ON tax.transaction_id = entry.id
        AND tax.account = 'tax_payable' AND tax.currency = entry.currency
      WHERE at >= ${start} AND at < ${end}
        AND ${beyond}
      ORDER BY ${orderBy} LIMIT ${take}`,
    'each time',
  );
  return oldest.pageOf(page, found);
}

/** What the partner of a sale pays is in no statement. */
const ownEntries = ({ ownerId, currency }: StatementOf): Prisma.Sql => Prisma.sql`
  SELECT posted.id, at, reason, -amount_cents AS cents, ledger_entries.currency,
         booking_id, sale_id, resort_id, check_in, check_out
  FROM (
    SELECT ledger_transactions.*, 'owner_payable' AS owed, resort_id, check_in, check_out
    FROM bookings JOIN ledger_transactions ON booking_id = bookings.id
    WHERE owner_id = ${ownerId}::uuid
    UNION ALL
    SELECT ledger_transactions.*, 'sale_payable', resort_id, NULL, NULL
    FROM sales JOIN listings ON listings.id = listing_id
    JOIN ledger_transactions ON sale_id = sales.id AND reason NOT IN ('sale_order', 'sale_payout')
    WHERE seller_id = ${ownerId}::uuid) AS posted
  JOIN ledger_entries ON transaction_id = posted.id
  WHERE account::text = owed AND ledger_entries.currency = ${currency}`;

const boundsOf = ({ year }: StatementOf): { start: Date; end: Date } => ({
  start: new Date(Date.UTC(year, 0, 1)),
  end: new Date(Date.UTC(year + 1, 0, 1)),
});
