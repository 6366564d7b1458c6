/** Parts of a list of bookings: value in the URL and in the API. */
export const bookingLists = {
  upcoming: 'UPCOMING',
  requests: 'OPEN',
  past: 'PAST',
  cancelled: 'CANCELLED',
} as const;

export type BookingListName = keyof typeof bookingLists;

export function readBookingList(
  params: URLSearchParams,
  fallback: BookingListName,
): BookingListName {
  const asked = params.get('list') ?? '';
  return Object.hasOwn(bookingLists, asked) ? (asked as BookingListName) : fallback;
}
