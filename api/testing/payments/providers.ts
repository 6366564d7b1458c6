import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Database } from '#api/platform/database/database.ts';
import type { PaymentProvider } from '#api/platform/payments/paymentProvider.ts';
import { sandboxCards, type CardBehavior } from '#api/platform/payments/sandboxCards.ts';
import { createSandboxPayments, postedTo } from '#api/platform/payments/sandboxPayments.ts';
import { sandboxBanks, type BankBehavior } from '#api/platform/payments/bankDetails.ts';
import { createStripePayments } from '#api/platform/payments/stripePayments.ts';
import { openStripeDocument } from './stripeDocument.ts';
import { startStripeServer, stripeKeys, stripeMethod, type SignedEvent } from './stripeServer.ts';

/** A payment provider and everything around it that a test plays. */
export interface PlayedProvider {
  provider: PaymentProvider;
  /** A card as the browser gives it to us. */
  method(behavior: CardBehavior): Promise<string>;
  /** The payer's answer to the question of their bank. */
  confirm(clientSecret: string | null, isApproved: boolean): Promise<void>;
  /** Every event so far, as it is sent to the webhook. Late refunds end here. */
  events(): Promise<SignedEvent[]>;
  /** How many calls came with a key. */
  callsWith(key: string): Promise<number>;
  /** References of the payments of a booking. */
  paymentsOf(bookingId: string): Promise<string[]>;
  /** References of the disputes of a payment. */
  disputesOf(payment: string): Promise<string[]>;
  /** The owner of an account gives bank details; the answer is the account's reference. */
  account(behavior?: BankBehavior): Promise<string>;
  close(): Promise<void>;
}

export const playedProviders = {
  sandbox: openSandbox,
  stripe: openStripe,
};

const email = 'ada@example.com';

async function openSandbox(database: Database, clock: () => Date): Promise<PlayedProvider> {
  let sent: SignedEvent[] = [];
  const hook = createServer((request, response) => {
    void text(request).then((body) => {
      sent.push({ body, signature: request.headers['tideweek-signature'] as string });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const provider = createSandboxPayments({
    database,
    secret: 'a secret of the tests',
    takeEvent: postedTo(() => `http://127.0.0.1:${(hook.address() as AddressInfo).port}`),
    clock,
  });
  const { prisma } = database;
  return {
    provider,
    async account(behavior = 'succeed') {
      const bank = sandboxBanks.find((known) => known.behavior === behavior);
      const { token: bankToken } = await provider.takeBankDetails({ holderName: 'Ada', ...bank });
      return (await provider.openAccount({ key: randomUUID(), email, bankToken })).reference;
    },
    async method(behavior) {
      const number = sandboxCards.find((known) => known.behavior === behavior)?.number;
      return (await provider.takeCard({ number, expiry: '12/40', securityCode: '123' })).token;
    },
    confirm: (clientSecret, isApproved) => provider.confirm({ clientSecret, isApproved }),
    async events() {
      sent = [];
      const events = await prisma.sandboxEvent.findMany({ orderBy: { createdAt: 'asc' } });
      for (const { id } of events) {
        await provider.deliver(id);
      }
      return sent;
    },
    callsWith: (key) => prisma.sandboxCall.count({ where: { key } }),
    paymentsOf: async (bookingId) =>
      (await prisma.sandboxPayment.findMany({ where: { bookingId } })).map(
        ({ reference }) => reference,
      ),
    disputesOf: async (paymentReference) =>
      (await prisma.sandboxDispute.findMany({ where: { paymentReference } })).map(
        ({ reference }) => reference,
      ),
    async close() {
      hook.close();
      await once(hook, 'close');
    },
  };
}

/** With TEST_STRIPE_OPENAPI, Stripe's `spec3.json`, every request and response is checked against it. */
async function openStripe(): Promise<PlayedProvider> {
  const file = process.env['TEST_STRIPE_OPENAPI'];
  const stripe = await startStripeServer(file ? openStripeDocument(file) : undefined);
  const provider = createStripePayments({ ...stripeKeys, api: stripe.api });
  return {
    provider,
    async account(behavior = 'succeed') {
      const call = { key: randomUUID(), email, bankToken: null };
      const { reference } = await provider.openAccount(call);
      stripe.onboard(reference, behavior);
      return reference;
    },
    method: (behavior) => Promise.resolve(stripeMethod(behavior)),
    confirm: (clientSecret, isApproved) =>
      Promise.resolve(stripe.confirm(clientSecret ?? '', isApproved)),
    events: () => Promise.resolve(stripe.events()),
    callsWith: (key) => Promise.resolve(stripe.calls.filter((call) => call.key === key).length),
    paymentsOf: (bookingId) =>
      Promise.resolve(
        [...stripe.intents.values()]
          .filter(({ metadata }) => metadata['booking'] === bookingId)
          .map(({ id }) => id),
      ),
    disputesOf: (payment) =>
      Promise.resolve(
        [...stripe.disputes.values()]
          .filter((dispute) => dispute.payment_intent === payment)
          .map(({ id }) => id),
      ),
    async close() {
      await stripe.close();
      if (stripe.problems.length > 0) {
        throw new Error([...new Set(stripe.problems)].join('\n'));
      }
    },
  };
}
