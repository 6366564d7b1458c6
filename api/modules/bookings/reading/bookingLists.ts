import type { BookingStatus, Prisma } from '#api/generated/prisma/client.ts';
import { readPageArgs, type PageArgs } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import {
  newestFirst,
  newestFirstConnection,
  pageSizes,
} from '#api/platform/database/newestFirst.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';

export type BookingList = 'open' | 'upcoming' | 'past' | 'cancelled';

const statuses: Record<BookingList, readonly BookingStatus[]> = {
  open: bookingStatuses.open,
  upcoming: bookingStatuses.upcoming,
  past: bookingStatuses.past,
  cancelled: bookingStatuses.ended,
};

export const bookingListWhere = (list: BookingList | null | undefined): Prisma.BookingWhereInput =>
  list ? { status: { in: [...statuses[list]] } } : {};

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

const key = { checkIn: 'date', id: 'uuid' } as const;
const nextStay = keyset('NEXT_STAY', 'asc', key);
const lastStay = keyset('LAST_STAY', 'desc', key);

/** Stays ahead: the next check-in first. Stays that are over or off: the last check-in first. */
const orders = { open: nextStay, upcoming: nextStay, past: lastStay, cancelled: lastStay };

type ListArgs = PageArgs & { list?: BookingList | null | undefined };

/**
 * Prisma arguments for one page of a list of stays, plus one row: within a part of the list by
 * check-in, in the whole list newest first.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export const staysPage = ({
  list,
  ...args
}: ListArgs): {
  where: Prisma.BookingWhereInput;
  orderBy: Prisma.BookingOrderByWithRelationInput[];
  take: number;
} => (list ? orders[list].prisma(readPageArgs(args, pageSizes)) : newestFirst(args));

export const staysConnection = <Row extends { id: string; createdAt: Date; checkIn: Date }>(
  { list, ...args }: ListArgs,
  found: Row[],
) =>
  list
    ? orders[list].pageOf(readPageArgs(args, pageSizes), found)
    : newestFirstConnection(args, found);
