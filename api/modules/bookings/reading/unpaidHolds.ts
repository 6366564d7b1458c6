import type { Deps } from '#api/context/context.ts';
import { Prisma, type BookingStatus } from '#api/generated/prisma/client.ts';
import { dayMs } from '#common/days.ts';

export const unpaidDays = 30;

export const mostUnpaid = 200;

export interface UnpaidHold {
  bookingId: string;
  status: BookingStatus;
  travelerId: string;
  firstName: string;
  lastName: string;
  weekTitle: string;
  imageUrl: string;
  checkIn: string;
  checkOut: string;
  heldAt: Date;
  /** The deadline, also of a hold that the traveler left before it. */
  heldUntil: Date;
  isOpen: boolean;
  times: number;
}

/**
 * Unpaid checkouts of the last days, newest first: open, left or expired. Holds that replaced each
 * other share a deadline and count as one.
 * @param ownerId of the weeks; undefined for all weeks
 */
export function unpaidHolds(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  ownerId?: string,
): Promise<UnpaidHold[]> {
  const now = clock();
  return database.read<UnpaidHold>(Prisma.sql`
    WITH holds AS (
      SELECT DISTINCT ON (user_id, held_until)
        id, status, user_id, listing_id, resort_id, check_in, check_out, created_at, held_until
      FROM bookings
      WHERE is_protected AND status IN ('held', 'expired', 'cancelled') AND held_until IS NOT NULL
        AND rebooking_of_id IS NULL
        AND created_at > ${new Date(now.getTime() - unpaidDays * dayMs)}
        AND ${ownerId === undefined ? Prisma.sql`TRUE` : Prisma.sql`owner_id = ${ownerId}::uuid`}
        AND NOT EXISTS (
          SELECT FROM booking_events
          WHERE booking_id = bookings.id AND move IN ('request', 'confirm'))
      ORDER BY user_id, held_until, created_at DESC, id DESC
    )
    SELECT holds.id AS "bookingId", holds.status::text, user_id AS "travelerId",
           first_name AS "firstName", last_name AS "lastName",
           coalesce(title, resorts.name) AS "weekTitle", image_url AS "imageUrl", check_in::text AS "checkIn",
           check_out::text AS "checkOut", holds.created_at AS "heldAt", held_until AS "heldUntil",
           holds.status = 'held' AND held_until > ${now} AS "isOpen",
           (count(*) OVER (PARTITION BY user_id))::int AS times
    FROM holds JOIN users ON users.id = user_id JOIN resorts ON resorts.id = holds.resort_id
      LEFT JOIN listings ON listings.id = listing_id
    ORDER BY holds.created_at DESC, holds.id DESC
    LIMIT ${Prisma.raw(String(mostUnpaid))}`);
}
