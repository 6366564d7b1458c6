import { Prisma } from '../../generated/prisma/client.ts';

/**
 * SQL conditions for listings on offer and for taken nights. The database keeps the column on_offer
 * (function is_on_offer) and defines which bookings take nights (function takes_nights).
 */

/** Condition: a row of `listings` is on offer. */
export const onOffer = Prisma.sql`listings.on_offer`;

/** Condition: no night of a row of `listings` in [from, to), two dates, is taken anywhere. */
export const notTaken = (from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql => Prisma.sql`
  NOT EXISTS (
    SELECT FROM bookings
    WHERE listing_id = listings.id AND takes_nights(status)
      AND check_in < ${to} AND check_out > ${from})
  AND NOT EXISTS (
    SELECT FROM blocked_nights
    WHERE listing_id = listings.id AND starts_on < ${to} AND ends_on > ${from})`;
