import type { BookingStatus } from '../../generated/prisma/client.ts';
import { isoDay } from '../../platform/days.ts';

/** The statuses an administrator can set, by current status. */
const bookingMoves: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  held: ['confirmed', 'cancelled'],
  confirmed: ['cancelled'],
  cancelled: [],
  completed: [],
};

/**
 * The statuses an administrator can set now. A past stay can't be confirmed, and a past confirmed
 * stay can't be cancelled.
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
