import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { BookingStatus, Prisma, Review } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import { isFirstCall } from '#api/platform/database/keyedCalls.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail } from '../mail/outbox.ts';
import { stayReviewed } from './mails.ts';

export const reviewableStatuses: readonly BookingStatus[] = ['completed', 'resolved'];

const reviewed = {
  listing: { select: { title: true } },
  resort: { select: { name: true } },
  user: { select: { firstName: true, lastName: true } },
  owner: { select: { firstName: true, lastName: true, email: true, closedAt: true } },
} as const satisfies Prisma.BookingInclude;

type Stay = Prisma.BookingGetPayload<{ include: typeof reviewed }>;

/**
 * Reads the booking of a reviewed stay and keeps its status until the transaction ends.
 * @throws {NotFoundError} also for strangers
 * @throws {ForbiddenError} for the owner of the week
 * @throws {ConflictError} if the stay is at another resort or not over
 */
export async function requireStay(
  transaction: Prisma.TransactionClient,
  userId: string,
  resortId: string,
  bookingId: string,
): Promise<Stay> {
  const stay = await lockStay(transaction, bookingId);
  if (stay?.ownerId === userId && stay.userId !== userId) {
    throw new ForbiddenError('Only the traveler can review a stay');
  }
  if (stay?.userId !== userId) {
    throw new NotFoundError('Booking not found');
  }
  if (stay.resortId !== resortId) {
    throw conflict('This stay was at another resort');
  }
  if (!reviewableStatuses.includes(stay.status)) {
    throw conflict(whyNotYet(stay.status));
  }
  return stay;
}

async function lockStay(
  transaction: Prisma.TransactionClient,
  bookingId: string,
): Promise<Stay | null> {
  if (!z.uuid().safeParse(bookingId).success) {
    return null;
  }
  await transaction.$queryRaw`SELECT FROM bookings WHERE id = ${bookingId}::uuid FOR SHARE`;
  return transaction.booking.findUnique({ where: { id: bookingId }, include: reviewed });
}

const conflict = (message: string) => new ConflictError('bookingId', message);

function whyNotYet(status: BookingStatus): string {
  switch (status) {
    case 'declined':
    case 'expired':
    case 'cancelled':
      return 'This stay did not take place, so there is nothing to review';
    case 'disputed':
      return 'You can review your stay once the problem that you reported is settled';
    default:
      return 'You can review your stay once it is over';
  }
}

/**
 * Queues the mail to the owner of a reviewed week. Withdrawing and rewriting a review sends no
 * second mail while idempotency keys are kept.
 */
export async function tellOwner(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  transaction: Prisma.TransactionClient,
  { id: bookingId, resortId, user, owner, resort, listing }: Stay,
  { id: reviewId, rating, title, content }: Review,
): Promise<void> {
  if (!owner || owner.closedAt) {
    return;
  }
  if (!(await isFirstCall(transaction, 'tellOwner', bookingId, reviewId))) {
    return;
  }
  const mail = stayReviewed(deps, recipientOf(owner), {
    guest: `${user.firstName} ${user.lastName}`,
    week: listing?.title ?? resort.name,
    resortName: resort.name,
    rating,
    review: `${title}\n\n${content}`,
    link: `${deps.publicUrl}/resort/${resortId}?answer=${bookingId}`,
  });
  await queueMail(transaction, mail);
}
