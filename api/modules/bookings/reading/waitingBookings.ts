import type { Prisma } from '#api/generated/prisma/client.ts';

/** The most bookings in the answer. */
export const mostWaiting = 20;

/** Prisma arguments for what waits for a member, the most urgent first. */
export const waitingNow = (now: Date) =>
  ({
    where: { OR: [{ heldUntil: null }, { heldUntil: { gt: now } }] },
    orderBy: [{ dueAt: 'asc' }, { bookingId: 'asc' }],
    take: mostWaiting,
  }) satisfies Prisma.WaitingBookingFindManyArgs;
