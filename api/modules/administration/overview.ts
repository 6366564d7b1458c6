import type { Deps } from '../../context.ts';
import { InvalidInputError } from '../../platform/errors.ts';

export interface Totals {
  users: number;
  /** Accounts that are not closed. */
  activeUsers: number;
  adminUsers: number;
  resorts: number;
  publicListings: number;
  bookings: number;
  /** US cents of all bookings that are confirmed or completed. */
  revenueCents: number;
  waitingListings: number;
  newInquiries: number;
  openReports: number;
}

/** Figures of the whole site as they are now, in one statement. */
export async function readTotals({ database }: Pick<Deps, 'database'>): Promise<Totals> {
  const { rows } = await database.pool.query<Totals>(`
    SELECT people.*, stays.*,
      (SELECT count(*)::int FROM resorts) AS resorts,
      (SELECT count(*)::int FROM listings WHERE on_offer) AS "publicListings",
      (SELECT count(*)::int FROM listings
       WHERE is_active AND contract_verification_status = 'pending') AS "waitingListings",
      (SELECT count(*)::int FROM property_inquiries WHERE status = 'new') AS "newInquiries",
      (SELECT count(*)::int FROM review_reports WHERE status = 'open') AS "openReports"
    FROM
      (SELECT count(*)::int AS users,
              count(*) FILTER (WHERE closed_at IS NULL)::int AS "activeUsers",
              count(*) FILTER (WHERE role = 'admin' AND closed_at IS NULL)::int AS "adminUsers"
       FROM users) AS people,
      (SELECT count(*)::int AS bookings,
              coalesce(sum(total_price_cents) FILTER (WHERE status IN ('confirmed', 'completed')), 0)::float8
                AS "revenueCents"
       FROM bookings) AS stays`);
  return rows[0] as Totals;
}

/** What was new on one day, in UTC. */
export interface Day {
  /** YYYY-MM-DD. */
  date: string;
  registrations: number;
  listings: number;
  bookings: number;
  /** US cents of that day's bookings that are confirmed or completed now. */
  revenueCents: number;
}

/** A year and a day, for the same day of last year. */
const mostDays = 366;

/**
 * The last days, oldest first; the last is today.
 * @throws {InvalidInputError} naming days
 */
export async function readDays({ database }: Pick<Deps, 'database'>, days: number): Promise<Day[]> {
  if (days < 1 || days > mostDays) {
    throw new InvalidInputError([{ field: 'days', message: `Days must be 1 to ${mostDays}` }]);
  }
  const { rows } = await database.pool.query<Day>(
    `WITH bounds AS (SELECT (now() AT TIME ZONE 'UTC')::date - ($1::int - 1) AS first),
     since AS (SELECT first::timestamp AT TIME ZONE 'UTC' AS instant FROM bounds),
     news AS (
       SELECT created_at, 1 AS registration, 0 AS listing, 0 AS booking, 0 AS cents
       FROM users WHERE created_at >= (SELECT instant FROM since)
       UNION ALL
       SELECT created_at, 0, 1, 0, 0 FROM listings WHERE created_at >= (SELECT instant FROM since)
       UNION ALL
       SELECT created_at, 0, 0, 1,
              CASE WHEN status IN ('confirmed', 'completed') THEN total_price_cents ELSE 0 END
       FROM bookings WHERE created_at >= (SELECT instant FROM since)
     ), sums AS (
       SELECT (created_at AT TIME ZONE 'UTC')::date AS day, sum(registration)::int AS registrations,
              sum(listing)::int AS listings, sum(booking)::int AS bookings, sum(cents)::float8 AS cents
       FROM news GROUP BY 1
     )
     SELECT to_char(first + step, 'YYYY-MM-DD') AS date,
            coalesce(registrations, 0) AS registrations, coalesce(listings, 0) AS listings,
            coalesce(bookings, 0) AS bookings, coalesce(cents, 0) AS "revenueCents"
     FROM bounds CROSS JOIN generate_series(0, $1::int - 1) AS step
     LEFT JOIN sums ON sums.day = first + step
     ORDER BY step`,
    [days],
  );
  return rows;
}
