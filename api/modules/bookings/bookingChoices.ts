import type { Booking, BookingMove, BookingParty } from '#api/generated/prisma/client.ts';
import type { Money } from '#common/money.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { asksWhy, ruledRefund } from './moveBooking.ts';
import { openMoves, ruleOf, type Moment, type MoneyStep, type Timed } from './moves/moves.ts';
import { partsOf } from './moves/partsOf.ts';
import type { Refundable } from './payment/settlements.ts';

export interface BookingChoice {
  move: BookingMove;
  party: BookingParty;
  asksWhy: boolean;
  money: MoneyStep;
  refund: Money | null;
}

/** The moves that a person can make now, each once, for the first part that allows the move. */
export function bookingChoices(
  viewer: Viewer,
  booking: Timed & Refundable & Pick<Booking, 'userId' | 'ownerId' | 'currency'>,
  moment: Moment,
): BookingChoice[] {
  const choices = new Map<BookingMove, BookingChoice>();
  for (const party of partsOf(viewer, booking)) {
    for (const move of openMoves(booking, party, moment)) {
      if (choices.has(move)) continue;
      const refund = ruledRefund(booking, move, moment);
      choices.set(move, {
        move,
        party,
        asksWhy: asksWhy(booking, move, party),
        money: ruleOf(move).money,
        refund: refund ? { amount: refund.refundCents, currency: booking.currency } : null,
      });
    }
  }
  return [...choices.values()];
}
