import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type BookingStatus, type Listing } from '#api/generated/prisma/client.ts';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { readSince } from '#api/platform/database/readSince.ts';
import { weekNumber, type WeekRule } from './weekNumbers.ts';
import { bookingStatuses, isStatusIn } from '#common/bookingStatuses.ts';
import { dayMs, isoDay, nightsBetween, utcToday } from '#common/days.ts';

/** Whether nights are taken but not booked: these may become free within the day. */
export const isOnHold = (status: BookingStatus): boolean => isStatusIn('open', status);

/** Condition: no night is taken, here or elsewhere, and enough nights are ahead for a stay. */
const wholeWeeksWhere: Prisma.ListingWhereInput = {
  freeStretches: { some: {} },
  bookings: { none: { status: { in: [...bookingStatuses.takesNights] } } },
  blockedNights: { none: { isOffered: true } },
};

export const isPublic = ({ onOffer, onSale }: Pick<Listing, 'onOffer' | 'onSale'>): boolean =>
  onOffer || onSale;

export const resortToday = { select: { zone: { select: { today: true } } } } as const;

interface AtResort {
  resort: { zone: { today: Date } };
}

type Stay = Pick<Listing, 'availableFrom' | 'availableTo'>;

/** Removes past nights, by the day at the resort. A listing that is over stays unchanged. */
export function aheadOf<Row extends Stay & AtResort>(listing: Row): Row {
  const { today: day } = listing.resort.zone;
  const hasBegun = listing.availableFrom < day && day < listing.availableTo;
  return hasBegun ? { ...listing, availableFrom: day } : listing;
}

export const freeNightsOf = (stretches: readonly { startsOn: Date; endsOn: Date }[]): number =>
  stretches.reduce(
    (sum, { startsOn, endsOn }) => sum + (endsOn.getTime() - startsOn.getTime()) / dayMs,
    0,
  );

export const nightsOf = (listing: Stay): number =>
  Math.round((listing.availableTo.getTime() - listing.availableFrom.getTime()) / dayMs);

/** Whether a stay can be booked: one stretch of free nights contains it, and it is long enough. */
export const isBookable = (
  listing: Stay &
    Pick<Listing, 'minNights'> & { freeStretches: readonly { startsOn: Date; endsOn: Date }[] },
  checkIn: string,
  checkOut: string,
): boolean => {
  const nights = nightsBetween(checkIn, checkOut);
  return (
    nights >= shortestStayOf(listing) &&
    nights <= mostNightsOfStay &&
    listing.freeStretches.some(
      ({ startsOn, endsOn }) => isoDay(startsOn) <= checkIn && isoDay(endsOn) >= checkOut,
    )
  );
};

/** No stay has more; see the constraint listings_min_nights. */
const mostNightsOfStay = 60;

/** The shortest stay in a listing: all its nights if it can only be booked as a whole. */
export const shortestStayOf = (listing: Stay & Pick<Listing, 'minNights'>): number =>
  listing.minNights ?? nightsOf(listing);

const mostWeeks = 106;

/** Week numbers of a listing by its resort's rule; one number per seven nights. */
export function weekNumbersOf(listing: Stay, rule: WeekRule): number[] {
  const weeks = Math.min(Math.ceil(nightsOf(listing) / 7), mostWeeks);
  return Array.from({ length: weeks }, (_, index) => {
    const day = new Date(listing.availableFrom.getTime() + index * 7 * dayMs);
    return weekNumber(isoDay(day), rule).week;
  });
}

export interface WeeksFilter {
  month?: string | null | undefined;
  night?: string | null | undefined;
}

export const weekOrder = keyset('WEEKS', 'asc', { availableFrom: 'date', id: 'uuid' });

/**
 * Prisma arguments for one page of a resort's weeks plus one row: listings with a free night,
 * earliest first.
 * @throws {InvalidInputError} naming month, night, after or before
 */
export function weeksPage(filter: WeeksFilter, request: PageRequest) {
  const conditions: Prisma.ListingWhereInput[] = [{ onOffer: true, freeStretches: { some: {} } }];
  if (filter.month != null) {
    const from = readDate('month', `${filter.month}-01`, 'A month is written like 2027-02');
    const to = new Date(from);
    to.setUTCMonth(to.getUTCMonth() + 1);
    conditions.push({ freeStretches: { some: { startsOn: { lt: to }, endsOn: { gt: from } } } });
  }
  if (filter.night != null) {
    const night = readDate('night', filter.night, 'A night is written like 2027-02-13');
    conditions.push({
      freeStretches: { some: { startsOn: { lte: night }, endsOn: { gt: night } } },
    });
  }
  const { where, ...page } = weekOrder.prisma(request);
  return { ...page, where: { AND: [...conditions, where] } };
}

export const partnerOrder = keyset('LISTINGS', 'asc', { id: 'uuid' });

/**
 * Prisma arguments for one page of the free weeks of all resorts plus one row. The order by id
 * never changes, so a client that reads all pages gets every week that exists throughout. Provider
 * listings are left out; partners can get these from the providers.
 * @param updatedSince Only weeks changed at this instant or later.
 * @throws {InvalidInputError} naming after, before or updatedSince
 */
export function listingsPage(request: PageRequest, updatedSince: Date | null | undefined) {
  const { where, ...page } = partnerOrder.prisma(request);
  return {
    ...page,
    where: {
      AND: [
        { onOffer: true, providerId: null, updatedAt: { gte: readSince(updatedSince) } },
        wholeWeeksWhere,
        where,
      ],
    },
  };
}

export interface Availability {
  from: string;
  /** Day after the last day of the span, YYYY-MM-DD. */
  to: string;
  /** Future nights that can be booked, in order; YYYY-MM-DD. */
  nights: string[];
}

export const mostAvailabilityDays = 400;

/**
 * The free nights of a resort, from its current day on.
 * @param span Plain dates, YYYY-MM-DD. `from` defaults to the first day of the month of the first
 *   free night (this month if there is none), `to` to one month after `from`.
 * @throws {InvalidInputError} naming from or to
 */
export async function availability(
  { database }: Pick<Deps, 'database'>,
  resortId: string,
  span: { from?: string | null | undefined; to?: string | null | undefined },
): Promise<Availability> {
  const message = 'A day is written like 2027-02-13';
  const from = span.from == null ? null : isoDay(readDate('from', span.from, message));
  const to = span.to == null ? null : isoDay(readDate('to', span.to, message));
  if (to !== null) {
    const days = from === null ? 0 : nightsBetween(from, to);
    if (days < 1 || days > mostAvailabilityDays) {
      throw new InvalidInputError('to', `to must be 1 to ${mostAvailabilityDays} days after from`);
    }
  }
  const [row] = await database.read<{ from: string; to: string; nights: string[] }>(Prisma.sql`
    WITH first AS (
      SELECT coalesce(${from}::text::date, date_trunc('month', coalesce(
        (SELECT min(starts_on) FROM free_stretches WHERE resort_id = ${resortId}::uuid),
        today)::timestamp)::date) AS day
      FROM resorts JOIN time_zones ON time_zones.name = timezone WHERE id = ${resortId}::uuid
    ), span AS (
      SELECT day AS "from", coalesce(${to}::text::date, (day + interval '1 month')::date) AS "to" FROM first
    )
    SELECT "from"::text, "to"::text, ARRAY(
      SELECT DISTINCT night::date::text
      FROM free_stretches, generate_series(greatest(starts_on, "from")::timestamp,
                                           least(ends_on, "to")::timestamp - interval '1 day', '1 day') AS night
      WHERE resort_id = ${resortId}::uuid AND starts_on < "to" AND ends_on > "from"
      ORDER BY 1) AS nights
    FROM span`);
  return row ?? { from: from ?? utcToday(), to: to ?? utcToday(), nights: [] };
}

function readDate(field: string, value: string, message: string): Date {
  if (!z.iso.date().safeParse(value).success || value < '1900' || value > '2200') {
    throw new InvalidInputError(field, message);
  }
  return new Date(value);
}
