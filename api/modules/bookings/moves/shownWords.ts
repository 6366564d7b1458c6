import type { Booking, BookingParty, BookingStatus } from '#api/generated/prisma/client.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';

/** Whether the sides see each other’s contact details. */
const showsContacts = (status: BookingStatus): boolean => isStatusIn('paid', status);

interface ShownWords {
  text: string;
  hidesContacts: boolean;
}

/**
 * A text of a booking as its readers see it: contact details are hidden from the other side until
 * the booking is confirmed. The team reads everything, and its own texts are never masked.
 * @param readers the parts of the reader in the booking
 */
export function shownWords(
  readers: readonly BookingParty[],
  writer: BookingParty,
  words: string,
  { status }: Pick<Booking, 'status'>,
): ShownWords {
  if (showsContacts(status) || (writer !== 'traveler' && writer !== 'owner')) {
    return { text: words, hidesContacts: false };
  }
  const masked = maskContacts(words);
  const readsAll = readers.includes(writer) || readers.includes('team');
  return { text: readsAll ? words : masked.text, hidesContacts: masked.isMasked };
}
