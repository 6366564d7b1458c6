/** A part of a list of bookings, as the URL names it, and as the API does. */
export const bookingLists = {
  upcoming: 'UPCOMING',
  requests: 'OPEN',
  past: 'PAST',
  cancelled: 'CANCELLED',
} as const;

export type BookingListName = keyof typeof bookingLists;

/** Reads `?list=`; other values give the fallback. */
export function readBookingList(
  params: URLSearchParams,
  fallback: BookingListName,
): BookingListName {
  const asked = params.get('list') ?? '';
  return Object.hasOwn(bookingLists, asked) ? (asked as BookingListName) : fallback;
}
