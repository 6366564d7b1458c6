import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startStripeServer,
  stripeKeys,
  stripeMethod,
  type StripeServer,
} from '#api/testing/payments/stripeServer.ts';
import { patientLimits } from '#api/testing/patientLimits.ts';
import { PaymentRefused, PaymentUnavailable, type StartCall } from './paymentProvider.ts';
import { createStripePayments } from './stripePayments.ts';

let stripe: StripeServer;

beforeAll(async () => {
  stripe = await startStripeServer();
});

afterAll(() => stripe.close());

const open = (patience = patientLimits.longestStatement) =>
  createStripePayments({ ...stripeKeys, api: stripe.api, patience });

const newCall = (): StartCall => ({
  key: randomUUID(),
  bookingId: randomUUID(),
  amountCents: 50_000,
  currency: 'USD',
  method: stripeMethod('succeed'),
  capture: true,
  description: 'Harbour House',
  receiptEmail: 'mina@example.com',
});

it('gives up on a call without an answer, and the same key pays once later', async () => {
  const call = newCall();
  stripe.hold();
  await expect(open(50).start(call)).rejects.toThrow(PaymentUnavailable);
  stripe.release();
  await open().start(call);
  await open().start(call);
  const made = [...stripe.intents.values()].filter(
    ({ metadata }) => metadata['operation'] === call.key,
  );
  expect(made).toHaveLength(1);
});

it('puts the booking on the statement of the payer', async () => {
  const call = newCall();
  const { reference } = await open().start(call);
  expect(stripe.intents.get(reference)).toMatchObject({
    statement_descriptor_suffix: `B-${call.bookingId.slice(-8).toUpperCase()}`,
  });
});

it.each([
  ['JPY', 1_234_500, 12_345],
  ['KWD', 12_345, 123_450],
  ['UGX', 1_234_500, 1_234_500],
])('charges %s as Stripe counts it', async (currency, amountCents, amount) => {
  const { reference } = await open().start({ ...newCall(), currency, amountCents });
  expect(stripe.intents.get(reference)).toMatchObject({ amount, currency: currency.toLowerCase() });
});

const theCard = 'This card could not be used. Enter it again or use another card';
const tooSmall = 'The price is less than a card can be charged. Please contact us';
const notTheCard =
  'The payment provider refused the payment, for a reason that is not about your card. Please contact us';

describe('an error of Stripe', () => {
  it.each([
    [500, { type: 'api_error' }],
    [429, { type: 'invalid_request_error', code: 'rate_limit' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
    [401, { type: 'invalid_request_error' }],
    [403, { type: 'invalid_request_error' }],
    [400, { type: 'invalid_request_error', code: 'balance_insufficient' }],
  ])('is tried again later: %d %o', async (status, error) => {
    stripe.refuseNext(status, error);
    await expect(open().start(newCall())).rejects.toThrow(PaymentUnavailable);
  });

  it.each([
    [400, { type: 'invalid_request_error', code: 'parameter_invalid' }, notTheCard],
    [400, { type: 'invalid_request_error', code: 'amount_too_small' }, tooSmall],
    [
      404,
      { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' },
      notTheCard,
    ],
    [400, { type: 'invalid_request_error', code: 'x', param: 'payment_method' }, theCard],
    [402, { type: 'card_error', code: 'card_declined' }, theCard],
  ])('is final, and says whether it is about the card: %d %o', async (status, error, message) => {
    stripe.refuseNext(status, error);
    const refused = open().start(newCall());
    await expect(refused).rejects.toThrow(PaymentRefused);
    await expect(refused).rejects.toMatchObject({
      code: error.code,
      message,
    });
  });
});

it('tells payouts to the bank, fees and other movements apart', async () => {
  const of = async (...made: Parameters<StripeServer['moveBalance']>) =>
    open().readMovement(stripe.moveBalance(...made));
  const none = { source: null, about: null, currency: 'USD' };
  expect(await of('payout', -9_000)).toMatchObject({ kind: 'bank', amountCents: -9_000, ...none });
  expect(await of('topup', 9_000)).toMatchObject({ kind: 'bank', amountCents: 9_000, ...none });
  expect(await of('stripe_fee', -200)).toMatchObject({ kind: 'fee', amountCents: -200, ...none });
  expect(await of('contribution', -5)).toMatchObject({ kind: 'other', words: 'contribution' });
});

it('hears only of payments, transfers, disputes and accounts, and nothing that it did not sign', () => {
  const sign = (object: object, secret = stripeKeys.webhookSecret) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object } });
    const { webhooks } = new Stripe(stripeKeys.secretKey);
    return [payload, webhooks.generateTestHeaderString({ payload, secret })] as const;
  };
  const secrets = `whsec_of_the_accounts,${stripeKeys.webhookSecret}`;
  const provider = createStripePayments({ ...stripeKeys, webhookSecret: secrets });
  const read = (object: object) => provider.readWebhook(...sign(object));
  expect(read({ object: 'payment_intent', id: 'pi_1' })?.reference).toBe('pi_1');
  expect(read({ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' })?.reference).toBe('dp_1');
  expect(read({ object: 'transfer', id: 'tr_1' })?.about).toBe('transfer');
  expect(read({ object: 'refund', payment_intent: { id: 'pi_1' } })?.reference).toBe('pi_1');
  const account = sign({ object: 'account', id: 'acct_1' }, 'whsec_of_the_accounts');
  expect(provider.readWebhook(...account)).toMatchObject({ about: 'account', reference: 'acct_1' });
  expect(read({ object: 'customer', id: 'cus_1' })).toBeNull();
  expect(read({ object: 'refund', payment_intent: null })).toBeNull();
  expect(() => provider.readWebhook(...sign({}, 'whsec_of_another'))).toThrow('signature');
});

it.each([
  [{ payouts_enabled: true, capabilities: { transfers: 'active' } }, 'ready'],
  [{ payouts_enabled: true, capabilities: { transfers: 'inactive' } }, 'checking'],
  [{ details_submitted: false }, 'incomplete'],
  [{ requirements: { currently_due: ['external_account'] } }, 'incomplete'],
  [{ requirements: { disabled_reason: 'rejected.fraud' } }, 'refused'],
])('reads an account: %o is %s', async (given, status) => {
  const { reference } = await open().openAccount({
    key: randomUUID(),
    email: 'ada@example.com',
    bankToken: null,
  });
  Object.assign(stripe.accounts.get(reference) ?? {}, {
    details_submitted: true,
    payouts_enabled: false,
    requirements: { currently_due: [] },
    ...given,
  });
  expect(await open().readAccount(reference)).toMatchObject({ status });
});

it('sends the owner of an account to a page of Stripe', async () => {
  const call = { key: randomUUID(), email: 'ada@example.com', bankToken: null };
  const { reference } = await open().openAccount(call);
  expect(await open().openAccount(call)).toMatchObject({ reference });
  const page = { key: randomUUID(), reference, returnUrl: 'https://tideweek.test/payouts' };
  expect(await open().accountPage(page)).toMatch(/^https:\/\/connect\.stripe/);
});
