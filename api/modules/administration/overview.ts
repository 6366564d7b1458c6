import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import type { Money } from '#common/money.ts';
import { readTogether } from '#api/platform/database/readTogether.ts';
import { waitsForTeam } from '../listings/verificationQueue.ts';

export interface Totals {
  users: number;
  activeUsers: number;
  adminUsers: number;
  resorts: number;
  publicListings: number;
  bookings: number;
  revenue: Money[];
  fees: Money[];
  taxes: Money[];
  waitingListings: number;
  newInquiries: number;
  openReports: number;
}

/**
 * Payments less refunds by the ledger, plus stays that were agreed outside Tideweek. `booking`
 * counts each booking once; `cents` is null for bookings without money.
 */
const paid = `
  SELECT at AS created_at, currency, (reason = 'charge')::int AS booking,
         CASE reason WHEN 'charge' THEN -amount_cents ELSE amount_cents END AS cents
  FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
  WHERE (account = 'traveller' AND reason = 'charge')
    OR (account = 'refund_payable' AND reason = 'refund_order')
  UNION ALL
  SELECT created_at, currency, 1,
         CASE WHEN status IN ('confirmed', 'completed') THEN total_price_cents END
  FROM bookings WHERE NOT is_protected`;

const shares = `
  SELECT at AS created_at, currency,
         CASE WHEN account = 'service_fee' THEN -amount_cents ELSE 0 END AS fee,
         CASE WHEN account = 'tax_payable' THEN -amount_cents ELSE 0 END AS tax
  FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
  WHERE account IN ('service_fee', 'tax_payable')`;

const moneyJson = (cents: string): string => `
  coalesce(json_agg(json_build_object('amount', ${cents}, 'currency', currency) ORDER BY ${cents} DESC)
             FILTER (WHERE ${cents} IS NOT NULL),
           '[{"amount": 0, "currency": "USD"}]')`;

export const readTotals = ({ database }: Pick<Deps, 'database'>): Promise<Totals> =>
  readTogether(database, Prisma.sql`SELECT row_to_json(totals) FROM (${totalsSql}) AS totals`);

const totalsSql = Prisma.raw(`
    SELECT people.*, stays.*, shares.*,
      (SELECT count(*)::int FROM resorts) AS resorts,
      (SELECT count(*)::int FROM listings WHERE on_offer) AS "publicListings",
      (SELECT count(*)::int FROM listings
       WHERE ${waitsForTeam}) AS "waitingListings",
      (SELECT count(*)::int FROM property_inquiries WHERE status = 'new') AS "newInquiries",
      (SELECT count(*)::int FROM review_reports WHERE status = 'open') AS "openReports"
    FROM
      (SELECT count(*)::int AS users,
              count(*) FILTER (WHERE closed_at IS NULL)::int AS "activeUsers",
              count(*) FILTER (WHERE role = 'admin' AND closed_at IS NULL)::int AS "adminUsers"
       FROM users) AS people,
      (SELECT coalesce(sum(booked), 0)::int AS bookings,
              ${moneyJson('cents')} AS revenue
       FROM (SELECT currency, sum(booking) AS booked, sum(cents) AS cents
             FROM (${paid}) AS each_paid GROUP BY currency) AS sums) AS stays,
      (SELECT ${moneyJson('fee')} AS fees, ${moneyJson('tax')} AS taxes
       FROM (SELECT currency, sum(fee) AS fee, sum(tax) AS tax
             FROM (${shares}) AS each_share GROUP BY currency) AS sums) AS shares`);

export interface Day {
  date: string;
  registrations: number;
  listings: number;
  bookings: number;
  revenueCents: number;
  feeCents: number;
  taxCents: number;
}

const mostDays = 366;

/**
 * Figures of the last days, oldest first, up to today.
 * @throws {InvalidInputError} naming days
 */
export async function readDays({ database }: Pick<Deps, 'database'>, days: number): Promise<Day[]> {
  if (days < 1 || days > mostDays) {
    throw new InvalidInputError('days', `Days must be 1 to ${mostDays}`);
  }
  const { rows } = await database.pool.query<Day>(
    `WITH bounds AS (SELECT (now() AT TIME ZONE 'UTC')::date - ($1::int - 1) AS first),
     since AS (SELECT first::timestamp AT TIME ZONE 'UTC' AS instant FROM bounds),
     news AS (
       SELECT created_at, 1 AS registration, 0 AS listing, 0 AS booking, 0 AS cents, 0 AS fee, 0 AS tax
       FROM users WHERE created_at >= (SELECT instant FROM since)
       UNION ALL
       SELECT created_at, 0, 1, 0, 0, 0, 0 FROM listings WHERE created_at >= (SELECT instant FROM since)
       UNION ALL
       SELECT created_at, 0, 0, booking, CASE WHEN currency = 'USD' THEN coalesce(cents, 0) ELSE 0 END,
              0, 0
       FROM (${paid}) AS each_paid WHERE created_at >= (SELECT instant FROM since)
       UNION ALL
       SELECT created_at, 0, 0, 0, 0, fee, tax FROM (${shares}) AS each_share
       WHERE currency = 'USD' AND created_at >= (SELECT instant FROM since)
     ), sums AS (
       SELECT (created_at AT TIME ZONE 'UTC')::date AS day, sum(registration)::int AS registrations,
              sum(listing)::int AS listings, sum(booking)::int AS bookings, sum(cents)::float8 AS cents,
              sum(fee)::float8 AS fee, sum(tax)::float8 AS tax
       FROM news GROUP BY 1
     )
     SELECT to_char(first + step, 'YYYY-MM-DD') AS date,
            coalesce(registrations, 0) AS registrations, coalesce(listings, 0) AS listings,
            coalesce(bookings, 0) AS bookings, coalesce(cents, 0) AS "revenueCents",
            coalesce(fee, 0) AS "feeCents", coalesce(tax, 0) AS "taxCents"
     FROM bounds CROSS JOIN generate_series(0, $1::int - 1) AS step
     LEFT JOIN sums ON sums.day = first + step
     ORDER BY step`,
    [days],
  );
  return rows;
}
