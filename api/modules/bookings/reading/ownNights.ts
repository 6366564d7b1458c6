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
  blockedBy: string | null;
  isConflict: boolean;
}

const daysInput = z.object({ from: z.string(), to: z.string() });

/**
 * The state of the nights of a week, or of all weeks of a member, between two days, by day and week.
 * @throws {InvalidInputError} naming to
 */
export async function ownNights(
  { database }: Pick<Deps, 'database'>,
  of: { ownerId: string } | { listingId: string },
  input: unknown,
): Promise<OwnNights[]> {
  const { from, to } = parseInput(daysInput, input);
  const nights = nightsBetween(from, to);
  if (nights < 1 || nights > mostNights) {
    const message = `The days must be 1 to ${mostNights} nights apart`;
    throw new InvalidInputError('to', message);
  }
  const isOwn =
    'ownerId' in of
      ? Prisma.sql`owner_id = ${of.ownerId}::uuid`
      : Prisma.sql`listings.id = ${of.listingId}::uuid`;
  return database.read<OwnNights>(
    Prisma.sql`
      WITH own AS (
        SELECT listings.id, title, resorts.name AS resort_name
        FROM listings JOIN resorts ON resorts.id = resort_id WHERE ${isOwn}
      ), spans AS (
        SELECT listing_id, starts_on, ends_on, 'free' AS kind, NULL::uuid AS booking_id,
          NULL::text AS blocked_by, FALSE AS is_conflict
        FROM free_stretches WHERE listing_id IN (SELECT id FROM own)
        UNION ALL
        SELECT blocked.listing_id, starts_on, ends_on, 'blocked', NULL,
          coalesce(calendars.name, providers.name),
          EXISTS (SELECT FROM night_conflicts WHERE blocked_id = blocked.id)
        FROM blocked_nights AS blocked
        LEFT JOIN listing_calendars AS calendars ON calendars.id = calendar_id
        LEFT JOIN inventory_providers AS providers ON providers.id = provider_id
        WHERE is_offered AND blocked.listing_id IN (SELECT id FROM own)
          AND starts_on < ${to}::date AND ends_on > ${from}::date
        UNION ALL
        SELECT listing_id, check_in, check_out,
          CASE status WHEN 'held' THEN 'held' WHEN 'pending' THEN 'requested' ELSE 'taken' END, id,
          NULL, FALSE
        FROM bookings
        WHERE listing_id IN (SELECT id FROM own)
          AND (takes_nights(status) OR status = 'completed')
      )
      SELECT listing_id AS "listingId", title AS "listingTitle", resort_name AS "resortName", kind,
        to_char(starts_on, 'YYYY-MM-DD') AS "from", to_char(ends_on, 'YYYY-MM-DD') AS "to",
        booking_id AS "bookingId", blocked_by AS "blockedBy", is_conflict AS "isConflict"
      FROM spans JOIN own ON own.id = listing_id
      WHERE starts_on < ${to}::date AND ends_on > ${from}::date
      ORDER BY starts_on, title, listing_id LIMIT ${mostSpans}`,
    'each time',
  );
}
