import { ConflictError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';
import { performOperation, startOperation } from '#api/modules/payments/operations.ts';
import { lockBooking, type BookingDeps } from '../moves/makeMove.ts';
import {
  paidBooking,
  payInput,
  requireAttempt,
  requireTraveler,
  type PaidBooking,
} from './payBooking.ts';
import { applyOutcome } from './settlePayment.ts';

/**
 * Pays what the viewer owes for a damage, with a payment of its own. A repeated call returns the
 * payment that is under way or complete. After a declined card another can be tried.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {UnavailableError} if the site takes no payments
 * @throws {ConflictError} if nothing is owed, or too many cards were declined within a day
 */
export async function payClaim(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PaidBooking> {
  requireSignIn(viewer);
  const wanted = parseInput(payInput.pick({ bookingId: true, method: true }), input);
  const { id } = await deps.database.prisma.$transaction(async (transaction) => {
    const booking = await lockBooking(transaction, wanted.bookingId);
    requireTraveler(booking, viewer);
    const { id: bookingId, claim, claimOwedCents, currency, resort, user } = booking;
    const ofClaim = { bookingId, kind: 'claim' } as const;
    const known = await transaction.paymentOperation.findFirst({
      where: { ...ofClaim, status: { not: 'failed' } },
    });
    if (known) {
      return known;
    }
    if (claim !== 'owed' || claimOwedCents === null) {
      throw new ConflictError('bookingId', 'You owe nothing for a damage');
    }
    const dayAgo = new Date(deps.clock().getTime() - 24 * 3_600_000);
    requireAttempt(
      await transaction.paymentOperation.count({
        where: { ...ofClaim, createdAt: { gt: dayAgo } },
      }),
    );
    return startOperation(deps, transaction, {
      ...ofClaim,
      amountCents: claimOwedCents,
      currency,
      method: wanted.method,
      description: `Damage, ${resort.name}, ${bookingId.slice(-8)}`,
      receiptEmail: user.email,
    });
  });
  return paidBooking(deps, wanted.bookingId, await performOperation(deps, id, applyOutcome(deps)));
}
