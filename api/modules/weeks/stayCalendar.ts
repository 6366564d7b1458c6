import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Money } from '#common/money.ts';
import { guestsInput, mostNights } from './findStay.ts';

export interface ShortestStay {
  checkIn: string;
  checkOut: string;
  /** Whether the stay takes the whole free stretch, so no longer stay exists. */
  isWhole: boolean;
}

export interface CalendarNight {
  date: string;
  price: Money;
  shortestStay: ShortestStay;
  /** Possible days of departure, as ranges, for stays in one listing from this night on. */
  departures: { from: string; to: string }[];
}

export interface StayCalendar {
  from: string;
  to: string;
  nights: CalendarNight[];
}

export const mostMonths = 12;

const firstDayMessage = 'from must be a day of the years 2000 to 2199';
const monthsMessage = `months must be a whole number, 1 to ${mostMonths}`;

const calendarInput = z.object({
  from: z
    .string()
    .refine((day) => day >= '2000' && day < '2200', firstDayMessage)
    .nullish(),
  months: z.int(monthsMessage).min(1, monthsMessage).max(mostMonths, monthsMessage),
  guests: guestsInput,
});

interface NightRow {
  from: string;
  to: string;
  /** Null in the only row if no night is free. */
  night: string | null;
  currency: string;
  cents: number;
  check_in: string;
  check_out: string;
  is_whole: boolean;
  departures: { from: string; to: string }[] | null;
}

/**
 * The free nights of a resort in whole months, with their lowest prices.
 * @throws {InvalidInputError} naming from, months or guests
 */
export async function stayCalendar(
  { database }: Pick<Deps, 'database'>,
  resortId: string,
  input: z.input<typeof calendarInput>,
): Promise<StayCalendar> {
  const { from = null, months, guests } = parseInput(calendarInput, input);
  const rows = await database.read<NightRow>(Prisma.sql`
    WITH fitting AS MATERIALIZED (
      SELECT starts_on, ends_on, min_nights, price_per_night_cents AS cents, currency FROM free_stretches
      WHERE resort_id = ${resortId}::uuid ${guests == null ? Prisma.empty : Prisma.sql`AND max_guests >= ${guests}`}
    ), first AS (
      SELECT date_trunc('month', coalesce(
        ${from}::text::date,
        (SELECT min(starts_on) FROM fitting),
        (SELECT today FROM resorts JOIN time_zones ON time_zones.name = timezone
         WHERE id = ${resortId}::uuid))::timestamp) AS day
    ), span AS (
      SELECT day::date AS "from", (day + ${months}::int * interval '1 month')::date AS "to" FROM first
    ), offered AS (
      SELECT night::date AS night, ends_on, min_nights, currency, cents,
             least(night::date, ends_on - min_nights) AS check_in,
             ends_on - starts_on = min_nights AS is_whole
      FROM span, fitting, generate_series(greatest(starts_on, "from")::timestamp,
                                          least(ends_on, "to")::timestamp - interval '1 day', '1 day') AS night
      WHERE starts_on < "to" AND ends_on > "from"
    ), priced AS (
      SELECT DISTINCT ON (night) night, currency, cents FROM offered
      ORDER BY night, currency <> 'USD', currency, cents
    ), shortest AS (
      SELECT DISTINCT ON (night) night, check_in, check_in + min_nights AS check_out, is_whole FROM offered
      ORDER BY night, check_in < night, min_nights, is_whole, check_in DESC
    ), departing AS (
      SELECT night, range_agg(daterange(night + min_nights, least(ends_on, night + ${mostNights}::int), '[]')) AS days
      FROM offered WHERE check_in = night GROUP BY night
    )
    SELECT "from"::text, "to"::text, night::text, currency::text, cents, check_in::text, check_out::text,
           is_whole, (
             SELECT json_agg(json_build_object('from', lower(run), 'to', upper(run) - 1) ORDER BY run)
             FROM unnest(days) AS run) AS departures
    FROM span LEFT JOIN (priced JOIN shortest USING (night) LEFT JOIN departing USING (night)) ON TRUE
    ORDER BY night`);
  const [span] = rows;
  return {
    from: span?.from ?? '',
    to: span?.to ?? '',
    nights: rows.flatMap(({ night, cents, currency, ...stay }) =>
      night === null
        ? []
        : [
            {
              date: night,
              price: { amount: cents, currency },
              shortestStay: {
                checkIn: stay.check_in,
                checkOut: stay.check_out,
                isWhole: stay.is_whole,
              },
              departures: stay.departures ?? [],
            },
          ],
    ),
  };
}
