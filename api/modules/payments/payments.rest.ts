import type { Deps } from '../../context/context.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { PaymentSandbox } from '../../platform/payments/sandboxPayments.ts';
import { signatureHeader } from '../../platform/signedMessages.ts';
import type { RestRoute } from '../../rest/route.ts';
import { takePaymentEvent } from './events.ts';
import type { ApplyOutcome } from './operations.ts';

/**
 * Where the payment provider reports what happened.
 * @param applyOf makes the function that moves bookings after their payments
 */
export const paymentWebhook = (applyOf: (deps: Deps) => ApplyOutcome): RestRoute => ({
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'public',
  readsText: true,
  handle: async ({ deps }, { body, headers }) => {
    const message = {
      body: typeof body === 'string' ? body : '',
      signature: headers['stripe-signature'] ?? headers[signatureHeader],
    };
    const { isNew } = await takePaymentEvent(deps, message, applyOf(deps));
    return { body: { received: true, isNew } };
  },
});

/** What a payer's browser calls while the sandbox plays the payment provider. */
export const paymentSandboxRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/payments/sandbox/cards',
    access: 'signedIn',
    handle: async ({ deps }, { body }) => ({ body: await requireSandbox(deps).takeCard(body) }),
  },
  {
    method: 'POST',
    path: '/api/payments/sandbox/confirmations',
    access: 'signedIn',
    handle: async ({ deps }, { body }) => {
      await requireSandbox(deps).confirm(body);
      return { body: { confirmed: true } };
    },
  },
];

/** @throws {NotFoundError} if real payments are configured, or none */
function requireSandbox({ paymentSandbox }: Deps): PaymentSandbox {
  if (!paymentSandbox) {
    throw new NotFoundError('This site has no sandbox of payments');
  }
  return paymentSandbox;
}
