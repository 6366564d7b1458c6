import type { Deps } from '#api/context/context.ts';
import type { Listing } from '#api/generated/prisma/client.ts';
import { requireFound } from '#api/platform/errors.ts';
import { icalendar } from '#api/platform/files/icalendar.ts';
import { hashOfSecret, newLinkSecret } from '#api/platform/security/linkSecrets.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { isOnHold } from './listings.ts';
import { lockOwnListing } from './ownListing.ts';
import { isoDay } from '#common/days.ts';
import { requireSignIn } from '../access/signedIn.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';

/** The most bookings, and blocked spans, in a calendar; the latest are kept. */
const mostStays = 500;

export const ownUidEnd = (publicUrl: string): string => `@${new URL(publicUrl).hostname}`;

/**
 * The taken nights of a listing, here and elsewhere, as an RFC 5545 calendar without guest names.
 * @param token From a link of `resetListingCalendar`.
 * @throws {NotFoundError} if the token is unknown or was replaced
 */
export async function listingCalendar(
  { database, publicUrl }: Pick<Deps, 'database' | 'publicUrl'>,
  token: string,
): Promise<string> {
  const listing = await database.prisma.listing.findUnique({
    where: { calendarTokenHash: hashOfSecret(token) },
    relationLoadStrategy: 'join',
    select: {
      title: true,
      resort: { select: { name: true } },
      bookings: {
        where: { status: { in: [...bookingStatuses.booked] } },
        orderBy: { checkIn: 'desc' },
        take: mostStays,
        select: { id: true, status: true, checkIn: true, checkOut: true, updatedAt: true },
      },
      blockedNights: {
        orderBy: { startsOn: 'desc' },
        take: mostStays,
        select: {
          id: true,
          startsOn: true,
          endsOn: true,
          updatedAt: true,
          providerId: true,
          calendarId: true,
        },
      },
    },
  });
  requireFound(listing, 'There is no such calendar');
  const { title, resort, bookings, blockedNights } = listing;
  const uid = (id: string): string => `${id}${ownUidEnd(publicUrl)}`;
  return icalendar(`${title}, ${resort.name}`, [
    ...bookings.map(({ id, status, checkIn, checkOut, updatedAt }) => ({
      uid: uid(id),
      summary: `${isOnHold(status) ? 'On hold' : 'Booked'}: ${title}`,
      from: isoDay(checkIn),
      to: isoDay(checkOut),
      changedAt: updatedAt,
    })),
    ...blockedNights.map(({ id, startsOn, endsOn, updatedAt, providerId, calendarId }) => ({
      uid: uid(id),
      summary: `${(providerId ?? calendarId) ? 'Taken elsewhere' : 'Blocked'}: ${title}`,
      from: isoDay(startsOn),
      to: isoDay(endsOn),
      changedAt: updatedAt,
    })),
  ]);
}

export interface NewCalendarLink {
  listing: Listing;
  calendarUrl: string;
}

/**
 * Makes a link to the calendar of the viewer's listing. The previous link stops working. Anyone
 * with the link can read the calendar; only this call returns the link.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError | RateLimitedError}
 */
export async function resetListingCalendar(
  { database, rateLimits, publicUrl }: Pick<Deps, 'database' | 'rateLimits' | 'publicUrl'>,
  viewer: Viewer | null,
  listingId: string,
): Promise<NewCalendarLink> {
  requireSignIn(viewer);
  await rateLimits.spend('listingByAccount', viewer.id);
  const secret = newLinkSecret();
  const listing = await database.prisma.$transaction(async (transaction) => {
    await lockOwnListing(transaction, viewer.id, listingId);
    return transaction.listing.update({
      where: { id: listingId },
      data: { calendarTokenHash: hashOfSecret(secret) },
    });
  });
  return { listing, calendarUrl: `${publicUrl}/api/calendars/${secret}` };
}
