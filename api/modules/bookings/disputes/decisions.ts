import type { Booking, BookingMove, BookingParty, Prisma } from '#api/generated/prisma/client.ts';
import { ForbiddenError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { Moment } from '#api/modules/moves/defineMoves.ts';
import { isOpen, sideOf, type Timed } from '../moves/moves.ts';
import { settle } from '../payment/settlements.ts';

interface Wanted {
  move: BookingMove;
  reason: string | null;
  refundCents?: number | null | undefined;
}

/**
 * What a move in a dispute changes in its booking. Stores the decision that `decide` or
 * `decide_appeal` makes.
 * @throws {InvalidInputError} if the refund is not part of the price
 * @throws {ForbiddenError} if the administrator made the decision that was appealed against
 */
export async function disputeData(
  transaction: Pick<Prisma.TransactionClient, 'disputeDecision'>,
  booking: Parameters<typeof settle>[0],
  { move, reason, refundCents }: Wanted,
  { party, viewer }: { party: BookingParty; viewer: Viewer },
  now: Date,
): Promise<Prisma.BookingUncheckedUpdateInput> {
  const side = sideOf(party);
  switch (move) {
    case 'dispute':
      return { disputedAt: now };
    case 'rest_case':
      return { restedBy: { push: side } };
    case 'accept_decision':
      return { acceptedBy: { push: side } };
    case 'appeal':
      return { appealedBy: { push: side } };
    case 'decide':
    case 'decide_appeal': {
      const data = {
        bookingId: booking.id,
        isAppeal: move === 'decide_appeal',
        decidedById: viewer.id,
        refundCents: settle(booking, refundCents).refundCents,
        reasons: reason ?? '',
        at: now,
      };
      const own = { bookingId: booking.id, decidedById: viewer.id };
      if (data.isAppeal && (await transaction.disputeDecision.findFirst({ where: own }))) {
        throw new ForbiddenError(anotherDecides);
      }
      await transaction.disputeDecision.create({ data });
      return move === 'decide' ? { decidedAt: now } : {};
    }
    default:
      return {};
  }
}

const anotherDecides = 'You made the first decision. Another administrator decides on the appeal';

/** The refund of the decision that has become final without an appeal, in cents. */
export async function decidedCents(
  transaction: Pick<Prisma.TransactionClient, 'disputeDecision'>,
  { id: bookingId }: Pick<Booking, 'id'>,
): Promise<number> {
  const { refundCents } = await transaction.disputeDecision.findUniqueOrThrow({
    where: { bookingId_isAppeal: { bookingId, isAppeal: false } },
  });
  return refundCents;
}

/** In the order of the field `decisions`, so that one statement reads both. */
export const decisionsOf = {
  select: { isAppeal: true, decidedById: true },
  orderBy: { isAppeal: 'asc' },
} satisfies Prisma.Booking$decisionsArgs;

/** Whether this administrator may not decide on an appeal, having made the first decision. */
export const madeFirstDecision = (
  viewer: Viewer,
  { decisions }: { decisions: readonly Pick<Decision, 'decidedById'>[] },
): boolean => decisions.some(({ decidedById }) => decidedById === viewer.id);

type Decision = Prisma.DisputeDecisionGetPayload<typeof decisionsOf>;

export type DisputeStage = 'hearing' | 'to_decide' | 'decided' | 'appealed' | 'appeal_to_decide';

/** How far a dispute has come; null unless a problem is being settled. */
export function disputeStage(booking: Timed, moment: Moment): DisputeStage | null {
  if (booking.status !== 'disputed') return null;
  const isTeams = (move: BookingMove) => isOpen(booking, move, 'team', moment);
  if (booking.appealedBy.length > 0) {
    return isTeams('decide_appeal') ? 'appeal_to_decide' : 'appealed';
  }
  if (booking.decidedAt !== null) return 'decided';
  return isTeams('decide') ? 'to_decide' : 'hearing';
}

/**
 * Why this administrator can't decide on an appeal; null if they can.
 * @param isAlone whether no other administrator could
 */
export const appealObstacle = (isAlone: boolean): string =>
  isAlone
    ? `${anotherDecides}, and there is none: make another account an administrator`
    : anotherDecides;
