import { dayAhead, globalId } from './factories.ts';
import { resetListingCalendarMutation } from '../modules/listings/testing/operations.ts';
import type { TestServer } from './testServer.ts';
import { addDays } from '#common/days.ts';

/** A listing as the form sends it to POST /api/listings; it begins on `saturdayAhead()`. */
export const listingPayload = (resortId: string, given: object = {}): Record<string, unknown> => ({
  resortId,
  title: 'A week by the harbour',
  description: 'Two rooms and a balcony.',
  pricePerNight: 180,
  maxGuests: 4,
  availableFrom: saturdayAhead(),
  availableTo: addDays(saturdayAhead(), 7),
  isForSale: false,
  ownerId: 'owner-placeholder',
  contractDocumentUrl: '',
  ...given,
});

/** The same listing as input of createListing and updateListing. */
export const listingDetails = <Given extends object>(resortId: string, given?: Given) => ({
  resortId: globalId('Resort', resortId),
  title: 'A week by the harbour',
  description: 'Two rooms and a balcony.',
  pricePerNightCents: 18_000,
  maxGuests: 4,
  availableFrom: saturdayAhead(),
  availableTo: addDays(saturdayAhead(), 7),
  ...given,
});

/** The first Saturday at least thirty days ahead. */
export const saturdayAhead = (): string => dayAhead(36 - new Date(dayAhead(30)).getUTCDay());

/** Resets the link to the calendar of a listing, as its owner, and returns the new link. */
export async function newCalendarUrl(
  server: TestServer,
  listingId: string,
  cookie: string,
): Promise<string> {
  const { data } = await server.graphql(
    resetListingCalendarMutation,
    { input: { listingId } },
    { cookie },
  );
  const result = data?.resetListingCalendar;
  if (result?.__typename !== 'ResetListingCalendarPayload') {
    throw new Error(`The listing has no new link: ${result?.message}`);
  }
  return result.calendarUrl;
}
