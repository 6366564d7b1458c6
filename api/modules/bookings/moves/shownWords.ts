import type { Booking, BookingParty, BookingStatus } from '#api/generated/prisma/client.ts';
import { maskContacts } from '#api/platform/maskContacts.ts';

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

/** Words of a booking as somebody reads them. */
interface ShownWords {
  text: string;
  /** Whether contact details in them are hidden from the other side. */
  hidesContacts: boolean;
}

/**
 * What somebody wrote into a booking, as its readers see it: contact details are hidden from the
 * other side until it is confirmed. The team reads everything, and hides nothing of its own.
 * @param readers the parts of the reader in the booking
 * @param writer who wrote it
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
