import type { Deps } from '../context/context.ts';
import { lookAtOpenDisputes } from '../modules/bookings/chargebacks/lookAtDispute.ts';
import { keepDeadlines } from '../modules/bookings/deadlines.ts';
import { holdStay } from '../modules/bookings/checkout/holdStay.ts';
import { moveBooking } from '../modules/bookings/moveBooking.ts';
import { payBalance, payBooking } from '../modules/bookings/payment/payBooking.ts';
import { applyOutcome } from '../modules/bookings/payment/settlePayment.ts';
import { paymentHandlers } from '../modules/bookings/paymentHandlers.ts';
import { takePaymentEvent } from '../modules/payments/events.ts';
import { connectPayouts } from '../modules/payouts/payoutAccounts.ts';
import { payOut } from '../modules/payouts/payOut.ts';
import { postMovements } from '../modules/reconciliation/reconcile.ts';
import type { Viewer } from '../platform/sessions/sessions.ts';

/** A step of a booking or of its payout; can be passed on as JSON. */
export type BookingStep = {
  viewer?: Pick<Viewer, 'id' | 'username' | 'role' | 'email' | 'emailVerifiedAt'>;
} & (
  | {
      do: 'holdStay' | 'payBooking' | 'payBalance' | 'moveBooking' | 'connectPayouts';
      input: object;
    }
  | { do: 'keepDeadlines' | 'lookAtOpenDisputes' | 'payOut' | 'postMovements' }
  | { do: 'takePaymentEvent'; input: Parameters<typeof takePaymentEvent>[1] }
);

export type StepDeps = Pick<
  Deps,
  | 'database'
  | 'siteSettings'
  | 'publicUrl'
  | 'payments'
  | 'clock'
  | 'log'
  | 'passwords'
  | 'rateLimits'
  | 'sandbox'
  | 'storage'
  | 'virusScanner'
>;

/** Makes a step as the request, the job or the webhook does that it belongs to. */
export function makeStep(deps: StepDeps, step: BookingStep): Promise<unknown> {
  const viewer = (step.viewer ?? null) as Viewer | null;
  switch (step.do) {
    case 'holdStay':
      return holdStay(deps, viewer, undefined, step.input);
    case 'payBooking':
      return payBooking(deps, viewer, step.input);
    case 'payBalance':
      return payBalance(deps, viewer, step.input);
    case 'moveBooking':
      return moveBooking(deps, viewer, step.input);
    case 'keepDeadlines':
      return keepDeadlines(deps);
    case 'connectPayouts':
      return connectPayouts(deps, viewer, step.input);
    case 'payOut':
      return payOut(deps, applyOutcome(deps));
    case 'lookAtOpenDisputes':
      return lookAtOpenDisputes(deps);
    case 'postMovements':
      return postAll(deps);
    case 'takePaymentEvent':
      return takePaymentEvent(deps, step.input, paymentHandlers(deps));
  }
}

/** As the job does, but of all time: tests move the clock back, too. */
async function postAll(deps: StepDeps): Promise<void> {
  await deps.database.prisma.providerBooks.deleteMany();
  await postMovements(deps, paymentHandlers(deps), Infinity);
}
