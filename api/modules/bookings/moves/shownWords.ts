import type { Booking, BookingParty, BookingStatus } from '#api/generated/prisma/client.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';

/** Statuses in which the sides see each other's contact details; `shows_contacts` is its SQL twin. */
const showing: readonly BookingStatus[] = [
  'confirmed',
  'certified',
  'checked_in',
  'completed',
  'disputed',
  'resolved',
];

export const showsContacts = (status: BookingStatus): boolean => showing.includes(status);

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
