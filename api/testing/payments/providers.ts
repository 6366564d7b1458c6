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
import { patientLimits } from '../patientLimits.ts';
import { openStripeDocument } from './stripeDocument.ts';
import { startStripeServer, stripeKeys, stripeMethod, type SignedEvent } from './stripeServer.ts';

/** A payment provider and everything around it that a test plays. */
export interface PlayedProvider {
  provider: PaymentProvider;
  /** A card as the browser gives it to us. */
  method(behavior: CardBehavior): Promise<string>;
  /** The payer's answer to the question of their bank. */
  confirm(clientSecret: string | null, isApproved: boolean): Promise<void>;
  /** A refund that somebody makes in the provider's dashboard. */
  refundInDashboard(reference: string, amountCents: number): Promise<void>;
  reverseInDashboard(transfer: string, amountCents: number): Promise<void>;
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
  /** A call that opens an account at such a bank. */
  accountCall(behavior?: BankBehavior): Promise<AccountCall>;
  close(): Promise<void>;
}

export const playedProviders = {
  sandbox: openSandbox,
  stripe: openStripe,
};

type AccountCall = Parameters<PaymentProvider['openAccount']>[0];

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
  const accountCall: PlayedProvider['accountCall'] = async (behavior = 'succeed') => {
    const bank = sandboxBanks.find((known) => known.behavior === behavior);
    const { token: bankToken } = await provider.takeBankDetails({ holderName: 'Ada', ...bank });
    return { key: randomUUID(), email: 'ada@example.com', bankToken };
  };
  return {
    provider,
    accountCall,
    account: async (behavior) =>
      (await provider.openAccount({ ...(await accountCall(behavior)), retry: 1 })).reference,
    async method(behavior) {
      const number = sandboxCards.find((known) => known.behavior === behavior)?.number;
      return (await provider.takeCard({ number, expiry: '12/40', securityCode: '123' })).token;
    },
    confirm: (clientSecret, isApproved) => provider.confirm({ clientSecret, isApproved }),
    refundInDashboard: (reference, cents) => provider.refundInDashboard(reference, cents),
    reverseInDashboard: (transfer, cents) => provider.reverseInDashboard(transfer, cents),
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
  const provider = createStripePayments({
    ...stripeKeys,
    api: stripe.api,
    patience: patientLimits.longestStatement,
  });
  const accountCall: PlayedProvider['accountCall'] = (behavior = 'succeed') =>
    Promise.resolve({ key: randomUUID(), email: `${behavior}@example.com`, bankToken: null });
  return {
    provider,
    accountCall,
    async account(behavior = 'succeed') {
      const call = await accountCall();
      const { reference } = await provider.openAccount(call);
      stripe.onboard(reference, behavior);
      return reference;
    },
    method: (behavior) => Promise.resolve(stripeMethod(behavior)),
    confirm: (clientSecret, isApproved) =>
      Promise.resolve(stripe.confirm(clientSecret ?? '', isApproved)),
    refundInDashboard: (reference, cents) =>
      Promise.resolve(stripe.refundInDashboard(reference, cents)),
    reverseInDashboard: (transfer, cents) =>
      Promise.resolve(stripe.reverseInDashboard(transfer, cents)),
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
