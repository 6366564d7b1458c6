import type { LeavingStep } from '#api/context/context.ts';
import { ConflictError } from '#api/platform/errors.ts';

/**
 * Deletes a member's payout account.
 * @throws {ConflictError} while the member is or will be owed money
 */
export const leavePayouts: LeavingStep = async (transaction, userId) => {
  const owed = await transaction.booking.findFirst({
    where: {
      ownerId: userId,
      isProtected: true,
      OR: [
        { payable: { cents: { gt: 0 } } },
        { status: { in: ['confirmed', 'certified', 'disputed'] } },
        { status: { in: ['checked_in', 'completed'] }, releasedAt: null },
      ],
    },
    select: { id: true },
  });
  if (owed) {
    throw new ConflictError('account', 'Money for stays at your weeks has not been paid out yet');
  }
  await transaction.payoutAccount.deleteMany({ where: { userId } });
};
