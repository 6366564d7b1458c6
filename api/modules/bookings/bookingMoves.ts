import type { BookingStatus } from '../../generated/prisma/client.ts';
import { isoDay } from '../../platform/days.ts';

/** What an administrator may make of a booking, from each status. */
const bookingMoves: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  held: ['confirmed', 'cancelled'],
  confirmed: ['cancelled'],
  cancelled: [],
  completed: [],
};

/**
 * The statuses that a booking can be given. A stay that is over takes place no more, and one that
 * took place can't be called off.
 * @param today YYYY-MM-DD
 */
export function movesOf(
  { status, checkOut }: { status: BookingStatus; checkOut: Date },
  today: string,
): readonly BookingStatus[] {
  const isOver = isoDay(checkOut) <= today;
  if (!isOver) {
    return bookingMoves[status];
  }
  return status === 'confirmed'
    ? []
    : bookingMoves[status].filter((possible) => possible === 'cancelled');
}
