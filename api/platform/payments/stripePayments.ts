import Stripe from 'stripe';
import { fromStripe, toStripe } from '#common/stripeAmounts.ts';
import { RefusedLinkError } from '../errors.ts';
import { declineOf } from './declines.ts';
import {
  callPatience,
  callKey,
  PaymentFault,
  PaymentRefused,
  PaymentUnavailable,
  requirePayable,
  type AccountState,
  type DisputeState,
  type Keyed,
  type Movement,
  type PaymentProvider,
  type PaymentRecords,
  type PaymentState,
  type PaymentStatus,
  type RefundRecord,
  type RefundState,
  type StartCall,
} from './paymentProvider.ts';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  /** Separated by commas, if events of connected accounts have their own endpoint at Stripe. */
  webhookSecret: string;
  /** Where Stripe's API is, in tests. */
  api?: { protocol: 'http'; host: string; port: number };
  /** Milliseconds for Stripe to respond. */
  patience?: number;
}

const pageSize = 100;

/**
 * The payer's browser sends the card to Stripe and gives us the id of a PaymentMethod. Each object
 * has our key in its metadata, by which events and records find the operation.
 */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const { patience = callPatience } = options;
  const stripe = new Stripe(options.secretKey, {
    ...options.api,
    timeout: patience,
    // The job retries the operation.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return answering({
    name: 'stripe',
    patience,
    publishableKey: options.publishableKey,
    ...paymentsOf(stripe),
    ...payoutsOf(stripe),
    ...disputesOf(stripe),
    ...recordsOf(stripe),
    ...movementsOf(stripe),

    readWebhook(body, signature = '') {
      const event = options.webhookSecret
        .split(',')
        .map((secret) => readEvent(stripe, body, signature, secret))
        .find((read) => read !== null);
      if (!event) {
        throw new RefusedLinkError('signature', 'The signature is missing, wrong or too old');
      }
      const { id, type: kind, data } = event;
      if (data.object.object === 'account') {
        return { id, kind, about: 'account', reference: data.object.id };
      }
      if (data.object.object === 'dispute') {
        return { id, kind, about: 'dispute', reference: data.object.id };
      }
      if (data.object.object === 'transfer') {
        return { id, kind, about: 'transfer', reference: data.object.id };
      }
      const reference = paymentIn(data.object);
      return reference === null ? null : { id, kind, about: 'payment', reference };
    },
  });
}

function paymentsOf({
  customers,
  paymentIntents,
  paymentMethods,
  refunds,
}: Stripe): Pick<
  PaymentProvider,
  'start' | 'lastFourOf' | 'capture' | 'void' | 'forgetCard' | 'refund' | 'read'
> {
  const read = async (reference: string): Promise<PaymentState> =>
    stateOf(await paymentIntents.retrieve(reference, withCharge));

  /** Moves a payment, or reads it if it is already past that move. */
  const move = async (
    reference: string,
    call: () => Promise<Stripe.PaymentIntent>,
  ): Promise<PaymentState> => {
    try {
      return stateOf(await call());
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === unexpectedState) {
        return read(reference);
      }
      throw error;
    }
  };

  /** The card of a payment, and the customer with whom a card is saved. */
  const cardOf = async ({ key, retry, method, savesCard, receiptEmail }: StartCall) => {
    if (typeof method !== 'string') {
      const { customer, payment_method: card } = await paymentIntents.retrieve(method.savedBy);
      return {
        payment_method: card ? idOf(card) : '',
        ...(customer && { customer: idOf(customer) }),
        ...(!method.isPayerThere && { off_session: true }),
      };
    }
    if (!savesCard) {
      return { payment_method: method };
    }
    const { id: customer } = await customers.create(
      { email: receiptEmail, metadata: { [keyName]: key } },
      { idempotencyKey: `${callKey({ key, retry })}-customer` },
    );
    return { payment_method: method, customer, setup_future_usage: 'off_session' as const };
  };

  return {
    async start(call) {
      const { key, retry, bookingId, isSale, amountCents, currency, capture, ...words } = call;
      try {
        const intent = await paymentIntents.create(
          {
            ...sentMoney({ amountCents, currency }),
            ...(await cardOf(call)),
            confirm: true,
            capture_method: capture ? 'automatic' : 'manual',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            use_stripe_sdk: true,
            description: words.description,
            receipt_email: words.receiptEmail,
            statement_descriptor_suffix: statementOf(bookingId, isSale),
            transfer_group: bookingId,
            metadata: { [keyName]: key, [isSale ? 'sale' : 'booking']: bookingId },
            ...withCharge,
          },
          keyed({ key, retry }),
        );
        return stateOf(intent);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
          return stateOf(error.payment_intent);
        }
        throw error;
      }
    },

    capture: ({ reference, ...call }) =>
      move(reference, () => paymentIntents.capture(reference, withCharge, keyed(call))),

    void: ({ reference, ...call }) =>
      move(reference, () =>
        paymentIntents.cancel(
          reference,
          { cancellation_reason: 'abandoned', ...withCharge },
          keyed(call),
        ),
      ),

    lastFourOf: async (method) => (await paymentMethods.retrieve(method)).card?.last4 ?? null,
    async forgetCard(reference) {
      const { customer } = await paymentIntents.retrieve(reference);
      try {
        if (customer) await customers.del(idOf(customer));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')) {
          throw error;
        }
      }
    },

    async refund({ key, retry, reference, ...money }) {
      const { amount } = sentMoney(money);
      const refund = await refunds.create(
        { payment_intent: reference, amount, metadata: { [keyName]: key } },
        keyed({ key, retry }),
      );
      return refundOf(refund);
    },

    read,
  };
}

const payoutsOf = ({
  accounts,
  accountLinks,
  paymentIntents,
  transfers,
}: Stripe): Pick<PaymentProvider, 'transfer' | 'openAccount' | 'accountPage' | 'readAccount'> => ({
  async transfer({ key, retry, account, payment, bookingId, isSale, ...money }) {
    const sent = sentMoney(money);
    const charge = payment && (await paymentIntents.retrieve(payment, withCharge)).latest_charge;
    const { id: reference } = await transfers.create(
      {
        ...sent,
        destination: account,
        // Does not wait until the money of the charge is available. Stripe takes no more from it
        // than was charged; the payments of several charges come from the balance.
        ...(charge &&
          typeof charge === 'object' &&
          sent.amount <= charge.amount && { source_transaction: charge.id }),
        transfer_group: bookingId,
        metadata: { [keyName]: key, [isSale ? 'sale' : 'booking']: bookingId },
      },
      keyed({ key, retry }),
    );
    return { reference };
  },

  async openAccount({ key, retry, email }) {
    const account = await accounts.create(
      {
        type: 'express',
        email,
        capabilities: { transfers: { requested: true } },
        metadata: { [keyName]: key },
      },
      keyed({ key, retry }),
    );
    return accountOf(account);
  },

  async accountPage({ key, reference: account, returnUrl }) {
    const { url } = await accountLinks.create(
      { account, type: 'account_onboarding', return_url: returnUrl, refresh_url: returnUrl },
      keyed({ key }),
    );
    return url;
  },

  readAccount: async (reference) => accountOf(await accounts.retrieve(reference)),
});

const disputesOf = ({
  transfers,
  disputes,
  files,
}: Stripe): Pick<PaymentProvider, 'reverseTransfer' | 'readDispute' | 'sendEvidence'> => ({
  async reverseTransfer({ transfer, amountCents, currency, ...call }) {
    const { amount } = sentMoney({ amountCents, currency });
    const { id: reference } = await transfers.createReversal(
      transfer,
      { amount, metadata: { [keyName]: call.key } },
      keyed(call),
    );
    return { reference };
  },

  readDispute: async (reference) => disputeOf(await disputes.retrieve(reference)),

  async sendEvidence({ key, reference, pdf, ...facts }) {
    const file = await files.create(
      {
        purpose: 'dispute_evidence',
        file: { data: pdf, name: 'evidence.pdf', type: 'application/pdf' },
      },
      { idempotencyKey: `${key}-file` },
    );
    await disputes.update(
      reference,
      {
        evidence: {
          customer_name: facts.customerName,
          customer_email_address: facts.customerEmail,
          ...(facts.customerAddress !== null && { customer_purchase_ip: facts.customerAddress }),
          product_description: facts.product,
          service_date: facts.serviceDates,
          service_documentation: file.id,
          uncategorized_text: facts.text,
        },
        submit: true,
      },
      { idempotencyKey: key },
    );
  },
});

const recordsOf = ({
  accounts,
  paymentIntents,
  refunds,
  transfers,
}: Stripe): Pick<PaymentProvider, 'readRefund' | 'refundsOf' | 'find' | 'records'> => ({
  readRefund: async (reference) => refundOf(await refunds.retrieve(reference)),

  async refundsOf(payment) {
    const found: RefundRecord[] = [];
    for await (const refund of refunds.list({ payment_intent: payment, limit: pageSize })) {
      const key = refund.metadata?.[keyName] ?? null;
      found.push({ ...refundOf(refund), key, amountCents: moneyOf(refund).amountCents });
    }
    return found;
  },

  async find({ kind, key, since, payment, transfer }) {
    const made = { created: { gte: seconds(since) }, limit: pageSize };
    const list = {
      payment: () => paymentIntents.list(made),
      refund: () => refunds.list({ payment_intent: payment ?? '', limit: pageSize }),
      transfer: () => transfers.list(made),
      reversal: () => transfers.listReversals(transfer ?? '', { limit: pageSize }),
      account: () => accounts.list(made),
    }[kind]();
    for await (const { id, metadata } of list as AsyncIterable<Kept>) {
      if (metadata?.[keyName] === key) {
        return id;
      }
    }
    return null;
  },

  async records(since, cursor = 'payment:'): Promise<PaymentRecords> {
    const [kind, after] = cursor.split(':');
    const page = {
      created: { gte: seconds(since) },
      limit: pageSize,
      ...(after && { starting_after: after }),
    };
    const isPayments = kind === 'payment';
    const found = isPayments
      ? await paymentIntents.list({ ...page, expand: ['data.latest_charge'] })
      : await transfers.list(page);
    const last = found.data.at(-1);
    return {
      records: found.data.map((object) =>
        object.object === 'payment_intent'
          ? { kind: 'payment', ...stateOf(object) }
          : {
              kind: 'transfer',
              reference: object.id,
              key: object.metadata[keyName] ?? null,
              ...moneyOf(object),
              reversedCents: fromStripe(object.amount_reversed, object.currency),
            },
      ),
      cursor: found.has_more && last ? `${kind}:${last.id}` : isPayments ? 'transfer:' : null,
    };
  },
});

const movementsOf = ({
  balance,
  balanceTransactions,
  transfers,
}: Stripe): Pick<PaymentProvider, 'reversalsOf' | 'balance' | 'movements' | 'readMovement'> => ({
  async reversalsOf(transfer) {
    const found = await transfers.listReversals(transfer, { limit: pageSize }).autoPagingToArray({
      limit: 1_000,
    });
    return found.map(({ id: reference, metadata, ...reversal }) => ({
      reference,
      key: metadata?.[keyName] ?? null,
      amountCents: moneyOf(reversal).amountCents,
    }));
  },

  async balance() {
    const { available, pending } = await balance.retrieve();
    const sums = new Map<string, number>();
    for (const { currency, amountCents } of [...available, ...pending].map(moneyOf)) {
      sums.set(currency, (sums.get(currency) ?? 0) + amountCents);
    }
    return sums;
  },

  async movements(since, cursor) {
    const { data, has_more: hasMore } = await balanceTransactions.list({
      created: { gte: seconds(since) },
      limit: pageSize,
      expand: ['data.source'],
      ...(cursor !== undefined && { starting_after: cursor }),
    });
    return { movements: data.map(movementOf), cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
  },

  readMovement: async (reference) =>
    movementOf(await balanceTransactions.retrieve(reference, { expand: ['source'] })),
});

function movementOf(line: Stripe.BalanceTransaction): Movement {
  const { id: reference, fee, currency, type, description } = line;
  return {
    reference,
    ...sourceOf(line),
    words: description ?? type.replaceAll('_', ' '),
    ...moneyOf(line),
    feeCents: fromStripe(fee, currency),
    at: new Date(line.created * 1000),
  };
}

function sourceOf({
  source: object,
  type,
  amount,
}: Stripe.BalanceTransaction): Pick<Movement, 'kind' | 'source' | 'key' | 'about'> {
  const none = { source: null, key: null, about: null };
  if (object === null || typeof object === 'string') {
    return { kind: type.endsWith('_fee') ? 'fee' : 'other', ...none };
  }
  const kept = 'metadata' in object ? object.metadata : null;
  const made = { source: object.id, key: kept?.[keyName] ?? null };
  const payment = paymentIn(object);
  const ofPayment = payment === null ? null : ({ about: 'payment', reference: payment } as const);
  switch (object.object) {
    case 'charge':
      return { kind: 'payment', ...made, source: payment, about: ofPayment };
    case 'refund':
      return { kind: amount > 0 ? 'refund_return' : 'refund', ...made, about: ofPayment };
    case 'transfer':
      return { kind: 'transfer', ...made, about: { about: 'transfer', reference: object.id } };
    case 'transfer_reversal': {
      const about = { about: 'transfer', reference: idOf(object.transfer) } as const;
      return { kind: 'reversal', ...made, about };
    }
    case 'dispute':
      return { kind: 'dispute', ...made, about: { about: 'dispute', reference: object.id } };
    case 'payout':
    case 'topup':
      return { kind: 'bank', ...none };
    default:
      return { kind: 'other', ...none };
  }
}

const keyName = 'operation';

type Amount = Pick<StartCall, 'amountCents' | 'currency'>;

/** @throws {PaymentRefused} if the amount can't be paid */
function sentMoney(given: Amount) {
  requirePayable(given);
  const { amountCents: amount, currency } = given;
  return { amount: toStripe({ amount, currency }), currency: currency.toLowerCase() };
}

const moneyOf = ({ amount, currency }: { amount: number; currency: string }): Amount => ({
  amountCents: fromStripe(amount, currency),
  currency: currency.toUpperCase(),
});

/** Follows the site's name, which is set at Stripe, on the payer's statement. It needs a letter. */
const statementOf = (bookingId: string, isSale = false): string =>
  `${isSale ? 'S' : 'B'}-${bookingId.slice(-8).toUpperCase()}`;

const keyed = (call: Keyed) => ({ idempotencyKey: callKey(call) });

const withCharge = { expand: ['latest_charge'] };

/** Stripe's code for a payment whose state does not allow the call. */
const unexpectedState = 'payment_intent_unexpected_state';

type Kept = { id: string; metadata?: Record<string, string> | null };

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const idOf = (object: string | { id: string }): string =>
  typeof object === 'string' ? object : object.id;

const statuses: Partial<Record<string, PaymentStatus>> = {
  canceled: 'voided',
  processing: 'processing',
  requires_action: 'needs_action',
  requires_capture: 'authorized',
  requires_confirmation: 'processing',
  requires_payment_method: 'declined',
  succeeded: 'captured',
};

function stateOf(intent: Stripe.PaymentIntent): PaymentState {
  const { id, metadata, currency, latest_charge: charge, last_payment_error: error } = intent;
  const status = statuses[intent.status] ?? 'processing';
  return {
    reference: id,
    key: metadata[keyName] ?? null,
    status,
    ...moneyOf({
      amount: status === 'captured' ? intent.amount_received : intent.amount,
      currency,
    }),
    refundedCents:
      charge && typeof charge === 'object' ? fromStripe(charge.amount_refunded, currency) : 0,
    ...(status === 'needs_action' &&
      intent.client_secret !== null && { action: { clientSecret: intent.client_secret } }),
    ...(error && { decline: declineOf(reasonOf(error)) }),
  };
}

const reasonOf = ({ code, decline_code: reason }: { code?: string; decline_code?: string }) =>
  code === 'payment_intent_authentication_failure'
    ? 'authentication_failed'
    : (reason ?? code ?? 'declined');

/** Null: signed with another secret, or unsigned. */
function readEvent(
  stripe: Stripe,
  body: string,
  signature: string,
  secret: string,
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      return null;
    }
    throw error;
  }
}

/** Inquiries, and what Stripe may add, hold no money. */
const disputeStatuses: Partial<Record<string, DisputeState['status']>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

function disputeOf(dispute: Stripe.Dispute): DisputeState {
  const { payment_intent: payment, evidence_details: details } = dispute;
  return {
    reference: dispute.id,
    payment: payment ? idOf(payment) : '',
    status: disputeStatuses[dispute.status] ?? 'inquiry',
    ...moneyOf(dispute),
    feeCents: dispute.balance_transactions.reduce(
      (sum, { fee, currency }) => sum + fromStripe(fee, currency),
      0,
    ),
    reason: dispute.reason,
    openedAt: new Date(dispute.created * 1000),
    evidenceDueBy: details.due_by === null ? null : new Date(details.due_by * 1000),
  };
}

function accountOf(account: Stripe.Account): AccountState {
  const bank = account.external_accounts?.data[0];
  return {
    reference: account.id,
    status: accountStatus(account),
    lastFour: bank?.last4 ?? null,
  };
}

function accountStatus({
  payouts_enabled: isEnabled,
  details_submitted: isSubmitted,
  capabilities,
  requirements,
}: Stripe.Account): AccountState['status'] {
  if (isEnabled && capabilities?.transfers === 'active') {
    return 'ready';
  }
  if (requirements?.disabled_reason?.startsWith('rejected')) {
    return 'refused';
  }
  return isSubmitted && !requirements?.currently_due?.length ? 'checking' : 'incomplete';
}

function refundOf({ id, status, destination_details: details }: Stripe.Refund): RefundState {
  const known = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' } as const;
  return {
    reference: id,
    status: known[status as keyof typeof known] ?? 'pending',
    bankReference: details?.card?.reference ?? null,
  };
}

function paymentIn(object: object): string | null {
  if ('object' in object && object.object === 'payment_intent' && 'id' in object) {
    return String(object.id);
  }
  const payment = 'payment_intent' in object ? object.payment_intent : null;
  return payment ? idOf(payment as string | { id: string }) : null;
}

function answering(provider: PaymentProvider): PaymentProvider {
  const wrapped = Object.entries(provider).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function' && name !== 'readWebhook'
      ? async (...given: unknown[]): Promise<unknown> => {
          try {
            return await (member as (...given: unknown[]) => Promise<unknown>)(...given);
          } catch (error) {
            throw asPortError(error, name === 'start');
          }
        }
      : member,
  ]);
  return Object.fromEntries(wrapped) as PaymentProvider;
}

/** Whether it is about what the payer entered, by its type and parameter at Stripe. */
const isAboutCard = ({ type, param, rawType }: Stripe.errors.StripeError): boolean =>
  type === 'StripeCardError' || rawType === 'card_error' || param === 'payment_method';

const wordsForPayer = (error: Stripe.errors.StripeError): string => {
  if (error.code === 'amount_too_small' || error.code === 'amount_too_large') {
    const [least, most] = [
      'less than a card can be charged',
      'more than a card can be charged at once',
    ];
    return `The price is ${error.code === 'amount_too_small' ? least : most}. Please contact us`;
  }
  return isAboutCard(error)
    ? 'This card could not be used. Enter it again or use another card'
    : 'The payment provider refused the payment, for a reason that is not about your card. Please contact us';
};

/** Only our own or the payer's mistakes are final; other errors may pass. */
function asPortError(error: unknown, isForPayer: boolean): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return error;
  }
  const { statusCode, code, type, message } = error;
  const isFinal =
    statusCode === 402 ||
    statusCode === 404 ||
    (statusCode === 400 && code !== 'balance_insufficient');
  if (isFinal) {
    return new PaymentRefused(code ?? type, isForPayer ? wordsForPayer(error) : message);
  }
  const Unanswered = (statusCode ?? 0) >= 500 ? PaymentFault : PaymentUnavailable;
  return new Unanswered(message, { cause: error });
}
