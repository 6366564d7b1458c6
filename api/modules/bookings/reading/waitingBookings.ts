import type { Deps } from '../../../context/context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** The most bookings in the answer. */
export const mostWaiting = 20;

/** Days before check-in from which a missing certificate waits for the owner. */
const certificateFrom = 30;

/**
 * Plain ids of the bookings that wait for a member, the most urgent first: checkouts to pay,
 * requests and offers to answer, certificates to enter, and reported problems, which both sides can
 * add to.
 * A problem stands where it was reported, so it comes before every deadline ahead.
 */
export async function waitingBookingIds(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  userId: string,
): Promise<string[]> {
  const rows = await database.read<{ id: string }>(
    Prisma.sql`
      SELECT bookings.id FROM bookings
      JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
      WHERE (user_id = ${userId}::uuid OR owner_id = ${userId}::uuid) AND is_protected AND (
        (status = 'held' AND user_id = ${userId}::uuid AND held_until > ${clock()})
        OR (status = 'pending' AND accepted_at IS NULL
            AND CASE WHEN offered_check_in IS NULL THEN owner_id ELSE user_id END = ${userId}::uuid)
        OR (status = 'confirmed' AND owner_id = ${userId}::uuid
            AND check_in <= today + ${certificateFrom}::int)
        OR status = 'disputed')
      ORDER BY CASE status
          WHEN 'held' THEN held_until
          WHEN 'pending' THEN answer_by
          WHEN 'confirmed' THEN (check_in - 10)::timestamp AT TIME ZONE timezone
          ELSE disputed_at END, bookings.id
      LIMIT ${mostWaiting}`,
    'each time',
  );
  return rows.map(({ id }) => id);
}
