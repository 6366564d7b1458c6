import { Prisma } from '../../generated/prisma/client.ts';
import { latestToday } from '../../platform/days.ts';

/**
 * What is on offer, and what takes nights, for statements written by hand. The column on_offer is kept
 * by the database (function is_on_offer); what takes nights, by its function takes_nights.
 */

/** That a row of listings is on offer. */
export const onOffer = Prisma.sql`listings.on_offer`;

/** That no night of a row of listings in [from, to) is taken, here or elsewhere. Both are dates. */
export const notTaken = (from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql => Prisma.sql`
  NOT EXISTS (
    SELECT FROM bookings
    WHERE listing_id = listings.id AND takes_nights(status)
      AND check_in < ${to} AND check_out > ${from})
  AND NOT EXISTS (
    SELECT FROM blocked_nights
    WHERE listing_id = listings.id AND starts_on < ${to} AND ends_on > ${from})`;

/** That at a row of resorts this night is not over; undefined where it is over nowhere on Earth. */
export const isAhead = (night: string): Prisma.Sql | undefined =>
  night >= latestToday()
    ? undefined
    : Prisma.sql`timezone IN (SELECT name FROM time_zones WHERE today <= ${night}::text::date)`;
