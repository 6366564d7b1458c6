import type { Deps } from '#api/context/context.ts';
import { requireFound } from '#api/platform/errors.ts';
import type { PaymentSandbox } from '#api/platform/payments/sandboxPayments.ts';
import { signatureHeader } from '#api/platform/security/signedMessages.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { takePaymentEvent, type EventHandlers } from './events.ts';

export const paymentWebhook = (handlersOf: (deps: Deps) => EventHandlers): RestRoute => ({
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'public',
  readsText: true,
  handle: async ({ deps }, { body, headers }) => {
    const message = {
      body: typeof body === 'string' ? body : '',
      signature: headers['stripe-signature'] ?? headers[signatureHeader],
    };
    const { isNew } = await takePaymentEvent(deps, message, handlersOf(deps));
    return { body: { received: true, isNew } };
  },
});

/**
 * Routes that the browsers of payers and owners call while the sandbox plays the payment provider.
 */
export const paymentSandboxRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/payments/sandbox/cards',
    access: 'signedIn',
    handle: async ({ deps }, { body }) => ({ body: await requireSandbox(deps).takeCard(body) }),
  },
  {
    method: 'POST',
    path: '/api/payments/sandbox/accounts',
    access: 'signedIn',
    handle: async ({ deps }, { body }) => ({
      body: await requireSandbox(deps).takeBankDetails(body),
    }),
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

function requireSandbox({ paymentSandbox }: Deps): PaymentSandbox {
  requireFound(paymentSandbox, 'This site has no sandbox of payments');
  return paymentSandbox;
}
