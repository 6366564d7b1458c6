import { accountChanged } from '../payouts/payoutAccounts.ts';
import type { EventHandlers } from '../payments/events.ts';
import { lookAtDispute } from './chargebacks/lookAtDispute.ts';
import type { BookingDeps } from './moves/makeMove.ts';
import { applyOutcome } from './payment/settlePayment.ts';

/** What the events of the payment provider do to bookings and accounts. */
export const paymentHandlers = (deps: BookingDeps): EventHandlers => ({
  apply: applyOutcome(deps),
  accountChanged: (reference) => accountChanged(deps, reference),
  disputeChanged: (reference) => lookAtDispute(deps, reference),
});
