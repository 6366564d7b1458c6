import type { BookingStatus, Prisma } from '#api/generated/prisma/client.ts';

export type BookingList = 'open' | 'upcoming' | 'past' | 'cancelled';

const statuses: Record<BookingList, BookingStatus[]> = {
  open: ['held', 'pending'],
  upcoming: ['confirmed', 'certified', 'checked_in', 'disputed'],
  past: ['completed', 'resolved'],
  cancelled: ['declined', 'expired', 'cancelled'],
};

export const bookingListWhere = (list: BookingList | null | undefined): Prisma.BookingWhereInput =>
  list ? { status: { in: statuses[list] } } : {};

/** Bookings of a member's weeks, without checkouts that never became a request. */
export const reservationListWhere = (
  ownerId: string,
  list: BookingList | null | undefined,
): Prisma.BookingWhereInput => ({
  AND: [{ ownerId }, bookingListWhere(list), beyondCheckout],
});

export const beyondCheckout = {
  OR: [{ isProtected: false }, { events: { some: { move: { in: ['request', 'confirm'] } } } }],
} satisfies Prisma.BookingWhereInput;
