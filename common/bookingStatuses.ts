const open = ['held', 'pending'] as const;
const ahead = ['confirmed', 'certified', 'checked_in'] as const;
const takesNights = [...open, ...ahead, 'disputed', 'resolved'] as const;

/** Sets of statuses of a booking. A test compares them with the functions in prisma/sql. */
export const bookingStatuses = {
  /** Waits for a payment or an answer. */
  open,
  /** Paid, and the stay is ahead or has begun. */
  ahead,
  /** Ahead, or a reported problem is being settled. */
  upcoming: [...ahead, 'disputed'],
  /** Over, and it took place. */
  past: ['completed', 'resolved'],
  /** Ended before the stay. */
  ended: ['declined', 'expired', 'cancelled'],
  /** Takes nights of its week. */
  takesNights,
  /** Takes nights, or took them before the stay was completed. */
  booked: [...takesNights, 'completed'],
  /** Earns its owner money. */
  earning: [...ahead, 'completed'],
  /** Was paid, and was not cancelled. */
  paid: [...ahead, 'completed', 'disputed', 'resolved'],
} as const;

/** Statuses in upper case, as GraphQL has them. */
export const isStatusIn = (set: keyof typeof bookingStatuses, status: string): boolean =>
  bookingStatuses[set].some((one) => one === status.toLowerCase());
