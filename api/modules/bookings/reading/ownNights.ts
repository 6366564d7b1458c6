import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { nightsBetween } from '#common/days.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';

/** The longest period of one query: a month, and the weeks at its ends. */
const mostNights = 45;

export const mostSpans = 400;

export interface OwnNights {
  listingId: string;
  listingTitle: string;
  resortName: string;
  kind: 'free' | 'held' | 'requested' | 'taken' | 'blocked';
  from: string;
  to: string;
  bookingId: string | null;
}

const daysInput = z.object({ from: z.string(), to: z.string() });

/**
 * The state of the nights of a member's weeks between two days, by day and week.
 * @throws {InvalidInputError} naming to
 */
export async function ownNights(
  { database }: Pick<Deps, 'database'>,
  ownerId: string,
  input: unknown,
): Promise<OwnNights[]> {
  const { from, to } = parseInput(daysInput, input);
  const nights = nightsBetween(from, to);
  if (nights < 1 || nights > mostNights) {
    const message = `The days must be 1 to ${mostNights} nights apart`;
    throw new InvalidInputError('to', message);
  }
  return database.read<OwnNights>(
    Prisma.sql`
      WITH own AS (
        SELECT listings.id, title, resorts.name AS resort_name
        FROM listings JOIN resorts ON resorts.id = resort_id WHERE owner_id = ${ownerId}::uuid
      ), spans AS (
        SELECT listing_id, starts_on, ends_on, 'free' AS kind, NULL::uuid AS booking_id
        FROM free_stretches WHERE listing_id IN (SELECT id FROM own)
        UNION ALL
        SELECT listing_id, starts_on, ends_on, 'blocked', NULL
        FROM blocked_nights WHERE is_offered AND listing_id IN (SELECT id FROM own)
        UNION ALL
        SELECT listing_id, check_in, check_out,
          CASE status WHEN 'held' THEN 'held' WHEN 'pending' THEN 'requested' ELSE 'taken' END, id
        FROM bookings
        WHERE owner_id = ${ownerId}::uuid AND listing_id IS NOT NULL
          AND (takes_nights(status) OR status = 'completed')
      )
      SELECT listing_id AS "listingId", title AS "listingTitle", resort_name AS "resortName", kind,
        to_char(starts_on, 'YYYY-MM-DD') AS "from", to_char(ends_on, 'YYYY-MM-DD') AS "to",
        booking_id AS "bookingId"
      FROM spans JOIN own ON own.id = listing_id
      WHERE starts_on < ${to}::date AND ends_on > ${from}::date
      ORDER BY starts_on, title, listing_id LIMIT ${mostSpans}`,
    'each time',
  );
}
