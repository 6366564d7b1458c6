import type { Prisma } from '#api/generated/prisma/client.ts';

export const mostWaiting = 20;

/** Prisma arguments for bookings that wait for a member, the most urgent first. */
export const waitingNow = (now: Date) =>
  ({
    where: { OR: [{ heldUntil: null }, { heldUntil: { gt: now } }] },
    orderBy: [{ dueAt: 'asc' }, { bookingId: 'asc' }],
    take: mostWaiting,
  }) satisfies Prisma.WaitingBookingFindManyArgs;
