import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { BankBehavior } from '#api/platform/payments/bankDetails.ts';
import { sandboxCards, type CardBehavior } from '#api/platform/payments/sandboxCards.ts';
import type { Form, StripeDocument } from './stripeDocument.ts';

/** The parts of Stripe's objects that the server keeps. */
interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  capture_method: string;
  client_secret: string;
  currency: string;
  created: number;
  last_payment_error: object | null;
  latest_charge: Charge | null;
  metadata: Record<string, string>;
  payment_method: string;
  status: Stripe.PaymentIntent.Status;
  [other: string]: unknown;
}

interface Charge {
  id: string;
  amount_refunded: number;
  [other: string]: unknown;
}

interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: string;
  metadata: Record<string, string>;
  [other: string]: unknown;
}

interface Transfer {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  destination: string;
  created: number;
  metadata: Record<string, string>;
  [other: string]: unknown;
}

interface Reversal {
  id: string;
  object: 'transfer_reversal';
  amount: number;
  created: number;
  metadata: Record<string, string>;
  transfer: string;
  [other: string]: unknown;
}

interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  payment_intent: string;
  created: number;
  currency: string;
  evidence: Record<string, unknown>;
  evidence_details: Record<string, unknown>;
  status: string;
  [other: string]: unknown;
}

interface Account {
  id: string;
  object: 'account';
  payouts_enabled: boolean;
  details_submitted: boolean;
  external_accounts: { object: 'list'; data: object[]; has_more: boolean; url: string };
  [other: string]: unknown;
}

interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  fee: number;
  net: number;
  currency: string;
  created: number;
  source: string | null;
  status: 'available' | 'pending';
  type: string;
  [other: string]: unknown;
}

interface Answer {
  status: number;
  body: object;
  /** The answer does not reach the caller. */
  isLost?: boolean;
}

export interface SignedEvent {
  body: string;
  signature: string;
}

/** Stripe, as far as the product uses it, on a port of this machine. */
export interface StripeServer {
  api: { protocol: 'http'; host: string; port: number };
  /** Every call, such as `POST /v1/refunds`, with its idempotency key. */
  calls: { name: string; key: string | undefined }[];
  /** What was wrong with requests, and with our own answers, by Stripe's document. */
  problems: string[];
  intents: Map<string, Intent>;
  accounts: Map<string, Account>;
  disputes: Map<string, Dispute>;
  /** The payer's bank decides; without evidence it does so when its time is over. */
  decide(dispute: string, status: 'won' | 'lost'): void;
  /** What the owner of an account enters at Stripe; `refused`: Stripe wants nothing to do with them. */
  onboard(account: string, bank: BankBehavior | 'refused'): void;
  /** What the payer's bank hears. */
  confirm(clientSecret: string, isApproved: boolean): void;
  /** A refund that somebody makes in Stripe's dashboard. */
  refundInDashboard(intent: string, amount: number): void;
  /** A reversal that somebody makes in Stripe's dashboard. */
  reverseInDashboard(transfer: string, amount: number): void;
  /** Something without a payment changes the balance, such as a payout to the platform's bank. */
  moveBalance(type: 'payout' | 'stripe_fee' | 'topup' | 'contribution', amount: number): string;
  /** Every event so far, signed. Late refunds end here. */
  events(): SignedEvent[];
  /** The next call gets this answer and is not carried out. */
  refuseNext(
    status: number,
    error?: { type: string; code?: string; param?: string; message?: string },
  ): void;
  /** The next calls get no answer at all, until `release`. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export const stripeKeys = {
  secretKey: 'sk_test_tideweek',
  publishableKey: 'pk_test_tideweek',
  webhookSecret: 'whsec_of_the_tests',
};

/** The id of a PaymentMethod whose payment behaves so. */
export const stripeMethod = (behavior: CardBehavior): string => `pm_${behavior}`;

export async function startStripeServer(document?: StripeDocument): Promise<StripeServer> {
  const stripe = createStripe(document);
  let held: ServerResponse[] | undefined;
  let refusal: { status: number; error: object } | undefined;
  const server = createServer((request, response) => {
    if (held) {
      held.push(response);
    } else if (refusal) {
      const { status, error } = refusal;
      refusal = undefined;
      response.writeHead(status).end(JSON.stringify({ error }));
    } else {
      void stripe.serve(request, response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...stripe,
    api: { protocol: 'http', host: '127.0.0.1', port },
    refuseNext: (status, error = { type: 'api_error' }) => (refusal = { status, error }),
    hold: () => (held = []),
    release() {
      held?.forEach((response) => response.destroy());
      held = undefined;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function createStripe(document: StripeDocument | undefined) {
  const calls: StripeServer['calls'] = [];
  const problems: string[] = [];
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Refund>();
  const transfers = new Map<string, Transfer>();
  const accounts = new Map<string, Account>();
  const reversals = new Map<string, Reversal>();
  const disputes = new Map<string, Dispute>();
  const lines: BalanceTransaction[] = [];
  /** What the balance transactions are about, by id. */
  const sources = new Map<string, object>();
  const files = new Set<string>();
  const customers = new Map<string, { id: string }>();
  /** Customers and their cards, each as one text. */
  const saved = new Set<string>();
  const banks = new Map<string, BankBehavior>();
  const events: Stripe.Event[] = [];
  /** What was answered to each key. */
  const answers = new Map<string, { request: string; answer: Answer }>();
  const seen = new Set<string>();
  let made = 0;
  const newId = (kind: string): string => `${kind}_${String((made += 1)).padStart(8, '0')}`;

  const report = (type: string, object: object): void => {
    const event = {
      id: newId('evt'),
      object: 'event',
      type,
      created: nowSeconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(object) },
    };
    events.push(event as unknown as Stripe.Event);
  };

  const book = (
    type: string,
    amount: number,
    source: { id: string; currency?: unknown } | null,
    fee = 0,
  ): BalanceTransaction => {
    const currency = String(source?.currency ?? 'usd');
    const about = source?.id ?? null;
    const line = balanceOf(newId('txn'), { type, amount, fee, currency, source: about });
    lines.push(line);
    if (source) {
      sources.set(source.id, source);
    }
    return line;
  };

  const bookCharge = ({ amount_received: amount, latest_charge: paid, currency }: Intent): void => {
    if (paid && amount > 0) {
      const fee =
        currency === 'kwd' ? 10 * Math.round(amount * 0.0029) : Math.round(amount * 0.029) + 30;
      paid['balance_transaction'] = book('charge', amount, paid, fee).id;
    }
  };

  const charge = (intent: Intent, isPaid: boolean): void => {
    const isCaptured = intent.capture_method === 'automatic';
    intent.status = isCaptured ? 'succeeded' : 'requires_capture';
    intent.amount_received = isCaptured ? intent.amount : 0;
    if (intent['setup_future_usage']) {
      saved.add(`${String(intent['customer'])} ${intent.payment_method}`);
    }
    intent.latest_charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: intent.amount_received,
      amount_refunded: 0,
      billing_details: {},
      captured: isCaptured,
      created: nowSeconds(),
      currency: intent.currency,
      disputed: false,
      livemode: false,
      metadata: intent.metadata,
      paid: isPaid,
      payment_intent: intent.id,
      refunded: false,
      refunds: { object: 'list', data: [], has_more: false, url: '/v1/charges/refunds' },
      status: 'succeeded',
    };
    bookCharge(intent);
    report(
      isCaptured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
      intent,
    );
    disputePaid(intent);
  };

  /** Opens the dispute that the card of a payment asks for, once it is paid. */
  const disputePaid = (intent: Intent, also?: CardBehavior): void => {
    const wanted = ['disputed_won', 'disputed_lost', ...(also ? [also] : [])];
    const paid = intent.latest_charge;
    const isKnown = [...disputes.values()].some((each) => each.payment_intent === intent.id);
    if (
      isKnown ||
      !paid ||
      intent.status !== 'succeeded' ||
      !wanted.some((behavior) => intent.payment_method === `pm_${behavior}`)
    ) {
      return;
    }
    const amount = intent.amount - paid.amount_refunded;
    const dispute: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount,
      balance_transactions: [],
      charge: paid.id,
      payment_intent: intent.id,
      created: nowSeconds(),
      currency: intent.currency,
      enhanced_eligibility_types: [],
      evidence: emptyEvidence(),
      evidence_details: {
        due_by: nowSeconds() + 7 * 86_400,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      intended_submission_method: 'manual',
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      reason: 'fraudulent',
      status: 'needs_response',
    };
    disputes.set(dispute.id, dispute);
    dispute.balance_transactions.push(book('adjustment', -amount, dispute, disputeFee));
    report('charge.dispute.created', dispute);
    report('charge.dispute.funds_withdrawn', dispute);
  };

  const decide = (id: string, status: 'won' | 'lost'): void => {
    const dispute = disputes.get(id);
    if (!dispute || !['needs_response', 'under_review'].includes(dispute.status)) {
      throw new Error(`There is no open dispute ${id}`);
    }
    dispute.status = status;
    if (status === 'won') {
      const { amount } = dispute;
      dispute.balance_transactions.push(book('adjustment', amount, dispute, -disputeFee));
      report('charge.dispute.funds_reinstated', dispute);
    }
    report('charge.dispute.closed', dispute);
  };

  const updateDispute = (dispute: Dispute, body: Form): Answer => {
    const evidence = body['evidence'] as Record<string, string>;
    if (dispute.status !== 'needs_response') {
      return refused(400, 'dispute_already_submitted', 'This dispute is closed');
    }
    if (!files.has(evidence['service_documentation'] ?? '')) {
      return refused(400, 'resource_missing', 'No such file');
    }
    Object.assign(dispute.evidence, evidence);
    Object.assign(dispute.evidence_details, { has_evidence: true, submission_count: 1 });
    dispute.status = 'under_review';
    const seen = structuredClone(dispute);
    report('charge.dispute.updated', dispute);
    const method = intents.get(dispute.payment_intent)?.payment_method;
    decide(dispute.id, method === stripeMethod('disputed_won') ? 'won' : 'lost');
    return ok(seen);
  };

  const createFile = (form: string): Answer => {
    if (!form.includes('dispute_evidence') || !form.includes('%PDF-')) {
      return refused(400, 'parameter_missing', 'A purpose and a file are required');
    }
    const id = newId('file');
    files.add(id);
    return ok({
      id,
      object: 'file',
      created: nowSeconds(),
      expires_at: null,
      filename: 'evidence.pdf',
      purpose: 'dispute_evidence',
      size: form.length,
      title: null,
      type: 'pdf',
      url: `https://files.stripe.com/v1/files/${id}/contents`,
    });
  };

  const createReversal = (transfer: Transfer, body: Form): Answer => {
    const amount = Number(body['amount']);
    if (transfer.amount_reversed + amount > transfer.amount) {
      return refused(400, 'amount_too_large', 'The transfer does not cover this');
    }
    if (banks.get(transfer.destination) === 'spent') {
      return refused(400, 'insufficient_funds', 'The account has no money left');
    }
    transfer.amount_reversed += amount;
    transfer['reversed'] = transfer.amount_reversed === transfer.amount;
    const reversal: Reversal = {
      id: newId('trr'),
      object: 'transfer_reversal',
      amount,
      balance_transaction: null,
      created: nowSeconds(),
      currency: String(transfer['currency']),
      destination_payment_refund: null,
      metadata: (body['metadata'] ?? {}) as Record<string, string>,
      source_refund: null,
      transfer: transfer.id,
    };
    reversals.set(reversal.id, reversal);
    reversal['balance_transaction'] = book('transfer_refund', amount, reversal).id;
    report('transfer.reversed', transfer);
    return ok(reversal);
  };

  const decline = (intent: Intent, code: string, reason?: string): void => {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'card_error',
      code,
      message: 'Your card was declined.',
      ...(reason && { decline_code: reason }),
    };
    report('payment_intent.payment_failed', intent);
  };

  const createIntent = (body: Form, key: string): Answer => {
    const behavior = String(body['payment_method']).replace(/^pm_/, '');
    if (!behaviors.has(behavior)) {
      return refused(
        400,
        'resource_missing',
        `No such PaymentMethod: '${behavior}'`,
        'payment_method',
      );
    }
    const step = { isk: 100, kwd: 10 }[String(body['currency'])] ?? 1;
    if (Number(body['amount']) % step !== 0) {
      return refused(400, 'invalid_charge_amount_no_decimal_compatible', 'Invalid amount');
    }
    const { customer, setup_future_usage: usage, off_session: offSession } = body;
    if ((customer && !customers.has(String(customer))) || (usage && !customer)) {
      return refused(400, 'resource_missing', 'No such customer', 'customer');
    }
    const isSaved = saved.has(`${String(customer)} ${String(body['payment_method'])}`);
    if (offSession && !isSaved) {
      return refused(400, 'parameter_missing', 'The PaymentMethod is not saved', 'payment_method');
    }
    if (behavior === 'time_out' && !seen.has(key)) {
      seen.add(key);
      return { ...ok({}), isLost: true };
    }
    const id = newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(body['amount']),
      amount_received: 0,
      capture_method: String(body['capture_method']),
      client_secret: `${id}_secret_${made}`,
      confirmation_method: 'automatic',
      created: nowSeconds(),
      currency: String(body['currency']),
      customer: customer ?? null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: body['metadata'] as Record<string, string>,
      payment_method: String(body['payment_method']),
      payment_method_types: ['card'],
      setup_future_usage: usage ?? null,
      statement_descriptor_suffix: String(body['statement_descriptor_suffix']),
      status: 'requires_confirmation',
    };
    intents.set(id, intent);
    if (isSaved && behavior === 'confirm_saved' && offSession) {
      decline(intent, 'authentication_required', 'authentication_required');
      return cardError(intent);
    }
    if (isSaved && behavior === 'refuse_saved') {
      decline(intent, 'card_declined', 'insufficient_funds');
      return cardError(intent);
    }
    if (isSaved ? behavior === 'confirm_saved' : behavior === 'confirm') {
      intent.status = 'requires_action';
      report('payment_intent.requires_action', intent);
    } else if (behavior === 'insufficient_funds' || behavior === 'lost_card') {
      decline(intent, 'card_declined', behavior);
      return cardError(intent);
    } else {
      charge(intent, true);
    }
    return { ...ok(intent), isLost: behavior === 'lose_answer' };
  };

  const capture = (intent: Intent): Answer => {
    if (intent.status !== 'requires_capture') {
      return refused(400, 'payment_intent_unexpected_state', 'It can not be captured');
    }
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    Object.assign(intent.latest_charge ?? {}, { captured: true, amount_captured: intent.amount });
    bookCharge(intent);
    report('payment_intent.succeeded', intent);
    disputePaid(intent);
    return ok(intent);
  };

  const cancel = (intent: Intent): Answer => {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      return refused(400, 'payment_intent_unexpected_state', 'It can not be canceled');
    }
    intent.status = 'canceled';
    report('payment_intent.canceled', intent);
    return ok(intent);
  };

  const createRefund = (body: Form): Answer => {
    const intent = intents.get(String(body['payment_intent']));
    const amount = Number(body['amount']);
    const paid = intent?.latest_charge;
    if (!intent || !paid) {
      return refused(404, 'resource_missing', 'No such payment_intent');
    }
    const isDisputed = [...disputes.values()].some(
      ({ payment_intent: about, status }) => about === intent.id && status !== 'won',
    );
    if (isDisputed) {
      return refused(400, 'charge_disputed', 'The charge is disputed');
    }
    if (intent.status !== 'succeeded' || paid.amount_refunded + amount > intent.amount) {
      return refused(400, 'charge_already_refunded', 'The charge does not cover this refund');
    }
    paid.amount_refunded += amount;
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: paid.id,
      customer: null,
      customer_account: null,
      payment_method: null,
      reason: null,
      receipt_number: null,
      source_transfer_reversal: null,
      transfer_reversal: null,
      created: nowSeconds(),
      currency: intent.currency,
      metadata: (body['metadata'] ?? {}) as Record<string, string>,
      payment_intent: intent.id,
      status: /late_refund|failed_refund/.test(intent.payment_method) ? 'pending' : 'succeeded',
      destination_details: { type: 'card', card: { type: 'refund', reference: '74521865' } },
    };
    refunds.set(refund.id, refund);
    refund['balance_transaction'] = book('refund', -amount, refund).id;
    report('refund.created', refund);
    return ok(refund);
  };

  const createAccount = (body: Form): Answer => {
    const id = newId('acct');
    const account: Account = {
      id,
      object: 'account',
      capabilities: { transfers: 'inactive' },
      charges_enabled: false,
      created: nowSeconds(),
      details_submitted: false,
      email: String(body['email']),
      external_accounts: {
        object: 'list',
        data: [],
        has_more: false,
        url: `/v1/accounts/${id}/external_accounts`,
      },
      metadata: body['metadata'],
      payouts_enabled: false,
      requirements: requirements(['external_account'], 'requirements.past_due'),
      type: String(body['type']),
    };
    accounts.set(id, account);
    return ok(account);
  };

  const createLink = (body: Form): Answer => {
    const account = accounts.get(String(body['account']));
    return account
      ? ok({
          object: 'account_link',
          created: nowSeconds(),
          expires_at: nowSeconds() + 300,
          url: `https://connect.stripe.test/setup/${account.id}`,
        })
      : refused(400, 'resource_missing', 'No such account');
  };

  const createTransfer = (body: Form, key: string): Answer => {
    const destination = String(body['destination']);
    const bank = banks.get(destination);
    if (!bank) {
      return refused(400, 'insufficient_capabilities_for_transfer', 'It can not get transfers');
    }
    if (bank === 'closed') {
      return refused(400, 'account_closed', 'The destination account is closed');
    }
    if (bank === 'time_out' && !seen.has(key)) {
      seen.add(key);
      return { ...ok({}), isLost: true };
    }
    const source = body['source_transaction'];
    const paid = [...intents.values()].find(
      ({ latest_charge: each }) => each?.id === String(source),
    );
    if (source !== undefined && !paid) {
      return refused(404, 'resource_missing', 'No such charge');
    }
    if (paid && Number(body['amount']) > paid.amount) {
      return refused(400, 'amount_too_large', 'The charge does not cover this transfer');
    }
    const transfer: Transfer = {
      id: newId('tr'),
      object: 'transfer',
      amount: Number(body['amount']),
      amount_reversed: 0,
      created: nowSeconds(),
      currency: String(body['currency']),
      description: null,
      destination,
      livemode: false,
      source_transaction: paid?.latest_charge?.id ?? null,
      source_type: 'card',
      transfer_group: String(body['transfer_group']),
      metadata: body['metadata'] as Record<string, string>,
      reversals: { object: 'list', data: [], has_more: false, url: '/v1/transfers' },
      reversed: false,
    };
    transfers.set(transfer.id, transfer);
    transfer['balance_transaction'] = book('transfer', -transfer.amount, transfer).id;
    if (paid) disputePaid(paid, 'disputed_after_payout');
    return { ...ok(transfer), isLost: bank === 'lose_answer' };
  };

  /** A balance transaction, with its source if that is asked for. */
  const shown =
    ({ expand = [] }: Form) =>
    (line: BalanceTransaction) =>
      String(expand).includes('source')
        ? { ...line, source: sources.get(line.source ?? '') ?? null }
        : line;

  const answer = (name: string, path: string, query: Form, body: Form, key: string): Answer => {
    const [, , kind, id = '', action] = path.split('/');
    const intent = intents.get(id);
    switch (name) {
      case 'POST /v1/payment_intents':
        return createIntent(body, key);
      case 'GET /v1/payment_intents':
        return listOf(path, [...intents.values()], query);
      case 'POST /v1/customers': {
        const id = newId('cus');
        const customer = { object: 'customer', created: nowSeconds(), livemode: false };
        customers.set(id, { id });
        return ok({ id, ...customer, email: body['email'], metadata: body['metadata'] });
      }
      case 'POST /v1/accounts':
        return createAccount(body);
      case 'GET /v1/accounts':
        return listOf(path, [...accounts.values()], query);
      case 'POST /v1/account_links':
        return createLink(body);
      case 'POST /v1/refunds':
        return createRefund(body);
      case 'GET /v1/refunds': {
        if (!intents.has(String(query['payment_intent']))) {
          return refused(404, 'resource_missing', 'No such payment_intent');
        }
        const about = (refund: Refund): boolean =>
          refund.payment_intent === query['payment_intent'];
        return listOf(path, [...refunds.values()].filter(about), query);
      }
      case 'POST /v1/transfers':
        return createTransfer(body, key);
      case 'GET /v1/transfers':
        return listOf(path, [...transfers.values()], query);
      case 'GET /v1/balance':
        return ok(balanceIn(lines));
      case 'GET /v1/balance_transactions':
        return listOf(path, lines.map(shown(query)), query);
    }
    if (name.startsWith('DELETE /v1/customers') && customers.delete(id)) {
      return ok({ id, object: 'customer', deleted: true });
    }
    if (kind === 'payment_methods') {
      const { number } = sandboxCards.find(({ behavior }) => stripeMethod(behavior) === id) ?? {};
      return ok({ id, object: 'payment_method', type: 'card', card: { last4: number?.slice(-4) } });
    }
    const transfer = transfers.get(id);
    if (transfer && action === 'reversals') {
      return name.startsWith('POST')
        ? createReversal(transfer, body)
        : listOf(
            path,
            [...reversals.values()].filter((each) => each.transfer === id),
            query,
          );
    }
    const dispute = disputes.get(id);
    if (dispute && name.startsWith('POST')) {
      return updateDispute(dispute, body);
    }
    const object =
      kind === 'refunds'
        ? refunds.get(id)
        : kind === 'accounts'
          ? accounts.get(id)
          : (dispute ?? intent ?? lines.filter((line) => line.id === id).map(shown(query))[0]);
    if (!object) {
      return refused(404, 'resource_missing', `No such object: '${id}'`);
    }
    if (intent && action === 'capture') {
      return capture(intent);
    }
    if (intent && action === 'cancel') {
      return cancel(intent);
    }
    return ok(object);
  };

  /** When the first call for an operation ends in a fault, which is kept for its key. */
  const faultOf = (body: Form): string | undefined => {
    const { operation } = (body['metadata'] ?? {}) as { operation?: string };
    const behavior = [
      body['payment_method'] ?? intents.get(String(body['payment_intent']))?.payment_method,
      banks.get(String(body['destination'])),
      body['email'],
    ].join(' ');
    const when = /fault_(before|after)/.exec(behavior)?.[1];
    if (!when || operation === undefined || seen.has(operation)) {
      return undefined;
    }
    seen.add(operation);
    return when;
  };

  /** A repeated key gets the first answer, and is refused with another request. */
  const answerOnce = (key: string, request: string, body: Form, first: () => Answer): Answer => {
    const known = answers.get(key);
    if (known) {
      return known.request === request
        ? { ...known.answer, isLost: false }
        : refused(400, 'idempotency_key_in_use', 'Keys can only be used with the same request');
    }
    const fault = faultOf(body);
    if (fault) {
      if (fault === 'after') first();
      answers.set(key, { request, answer: serverFault });
      return serverFault;
    }
    const given = first();
    if (given.status < 500 && Object.keys(given.body).length > 0) {
      answers.set(key, { request, answer: structuredClone(given) });
    }
    return given;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://stripe.test');
    const form = await text(request);
    const isFile = request.headers['content-type']?.startsWith('multipart/') ?? false;
    const query = decode(searchParams);
    const body = isFile ? {} : decode(new URLSearchParams(form));
    const method = request.method ?? '';
    const name = `${method} ${path}`;
    const key = request.headers['idempotency-key'] as string | undefined;
    calls.push({ name: name.replace(/\/(pi|re|tr|acct|du|txn)_[^/]+/, '/{id}'), key });
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      problems.push(`${name}: no secret key`);
    }
    if ((method === 'POST') !== (key !== undefined)) {
      problems.push(`${name}: ${key === undefined ? 'no idempotency key' : 'a needless key'}`);
    }
    problems.push(...((!isFile && document?.problemsOfRequest(method, path, query, body)) || []));
    const first = (): Answer =>
      isFile ? createFile(form) : answer(name, path, query, body, key ?? '');
    // Each upload separates its parts in its own way.
    const content = isFile ? form.replaceAll(/^--.*$/gm, '') : form;
    const given = key === undefined ? first() : answerOnce(key, name + content, body, first);
    if (given.isLost) {
      // From a gateway: a closed connection would make the package repeat the call at once.
      response.writeHead(502).end();
      return;
    }
    const expand = String((method === 'GET' ? query : body)['expand'] ?? []);
    const json = JSON.stringify(given.body, (_name, value: unknown) =>
      isIntent(value) && !expand.includes('latest_charge')
        ? { ...value, latest_charge: value.latest_charge?.id ?? null }
        : value,
    );
    const read: unknown = JSON.parse(json);
    problems.push(...(document?.problemsOfResponse(method, path, given.status, read) ?? []));
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(json);
  }

  return {
    calls,
    problems,
    intents,
    accounts,
    disputes,
    decide,
    serve,
    onboard(id: string, bank: BankBehavior | 'refused') {
      const account = accounts.get(id);
      if (!account) {
        throw new Error(`There is no account ${id}`);
      }
      const isReady = bank !== 'refused';
      Object.assign(account, {
        capabilities: { transfers: isReady ? 'active' : 'inactive' },
        details_submitted: true,
        payouts_enabled: isReady,
        requirements: requirements([], isReady ? null : 'rejected.fraud'),
      });
      if (isReady) {
        banks.set(id, bank);
        account.external_accounts.data = [bankAccount];
      }
      report('account.updated', account);
    },
    confirm(clientSecret: string, isApproved: boolean) {
      const intent = [...intents.values()].find((each) => each.client_secret === clientSecret);
      if (intent?.status !== 'requires_action') {
        return;
      }
      if (isApproved) {
        charge(intent, true);
      } else {
        decline(intent, 'payment_intent_authentication_failure');
      }
    },
    refundInDashboard(id: string, amount: number) {
      createRefund({ payment_intent: id, amount: String(amount) });
      report('charge.refunded', { ...intents.get(id)?.latest_charge, payment_intent: id });
    },
    reverseInDashboard(id: string, amount: number) {
      const transfer = transfers.get(id);
      if (transfer) {
        createReversal(transfer, { amount: String(amount) });
      }
    },
    moveBalance(type: 'payout' | 'stripe_fee' | 'topup' | 'contribution', amount: number): string {
      const kinds = { payout: payoutOf, topup: topupOf } as const;
      const made = kinds[type as keyof typeof kinds]?.(newId(type), Math.abs(amount));
      return book(type, amount, made ?? null).id;
    },
    events() {
      for (const refund of refunds.values()) {
        const intent = intents.get(refund.payment_intent);
        const comesBack = intent?.payment_method === stripeMethod('returned_refund');
        if (refund.status === (comesBack ? 'succeeded' : 'pending')) {
          const hasFailed = comesBack || intent?.payment_method === stripeMethod('failed_refund');
          refund.status = hasFailed ? 'failed' : 'succeeded';
          if (hasFailed) {
            refund['failure_balance_transaction'] = book(
              'refund_failure',
              refund.amount,
              refund,
            ).id;
          }
          if (hasFailed && intent.latest_charge) {
            intent.latest_charge.amount_refunded -= refund.amount;
          }
          report(hasFailed ? 'refund.failed' : 'refund.updated', refund);
        }
      }
      const { webhooks } = new Stripe(stripeKeys.secretKey);
      return events.map((event) => {
        const payload = JSON.stringify(event);
        const secret = stripeKeys.webhookSecret;
        return { body: payload, signature: webhooks.generateTestHeaderString({ payload, secret }) };
      });
    },
  };
}

const serverFault: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something is wrong at Stripe' } },
};

const behaviors = new Set<string>([
  'succeed',
  'insufficient_funds',
  'lost_card',
  'confirm',
  'time_out',
  'lose_answer',
  'fault_before',
  'fault_after',
  'late_refund',
  'failed_refund',
  'disputed_won',
  'disputed_lost',
  'disputed_after_payout',
  'returned_refund',
  'confirm_saved',
  'refuse_saved',
] satisfies CardBehavior[]);

/** Whether it is a payment with the whole charge, which is shown only if it is asked for. */
const isIntent = (value: unknown): value is Intent => {
  const intent = value as Partial<Intent> | null;
  return intent?.object === 'payment_intent' && typeof intent.latest_charge === 'object';
};

const requirements = (due: string[], disabled_reason: string | null) => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
});

const disputeFee = 1_500;

const balanceOf = (
  id: string,
  line: Pick<BalanceTransaction, 'type' | 'amount' | 'fee' | 'currency' | 'source'>,
): BalanceTransaction => ({
  id,
  object: 'balance_transaction',
  ...line,
  available_on: nowSeconds(),
  balance_type: 'payments',
  created: nowSeconds(),
  description: null,
  exchange_rate: null,
  fee_details: [],
  net: line.amount - line.fee,
  reporting_category: line.type,
  status: line.type === 'charge' ? 'pending' : 'available',
});

/** What the platform has, by currency; charges are not available yet. */
function balanceIn(lines: BalanceTransaction[]): Stripe.Balance {
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const sums = (wanted: string): Stripe.Balance.Available[] =>
    currencies.map((currency) => ({
      amount: lines
        .filter((line) => line.status === wanted && line.currency === currency)
        .reduce((sum, { net }) => sum + net, 0),
      currency,
    }));
  return {
    object: 'balance',
    available: sums('available'),
    pending: sums('pending'),
    livemode: false,
  };
}

const payoutOf = (id: string, amount: number): Stripe.Payout => ({
  id: id.replace('payout', 'po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: nowSeconds(),
  automatic: false,
  balance_transaction: null,
  created: nowSeconds(),
  currency: 'usd',
  description: null,
  destination: 'ba_1',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'not_applicable',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'paid',
  trace_id: null,
  type: 'bank_account',
});

const topupOf = (id: string, amount: number): Stripe.Topup => ({
  id: id.replace('topup', 'tu'),
  object: 'topup',
  amount,
  balance_transaction: null,
  created: nowSeconds(),
  currency: 'usd',
  description: null,
  expected_availability_date: null,
  failure_code: null,
  failure_message: null,
  initiated_by: null,
  livemode: false,
  metadata: {},
  source: null,
  statement_descriptor: null,
  status: 'succeeded',
  transfer_group: null,
});

const emptyEvidence = (): Record<string, unknown> => ({
  ...Object.fromEntries(
    [
      'access_activity_log',
      'billing_address',
      'cancellation_policy',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'customer_communication',
      'customer_email_address',
      'customer_name',
      'customer_purchase_ip',
      'customer_signature',
      'duplicate_charge_documentation',
      'duplicate_charge_explanation',
      'duplicate_charge_id',
      'product_description',
      'receipt',
      'refund_policy',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'service_documentation',
      'shipping_address',
      'shipping_carrier',
      'shipping_date',
      'shipping_documentation',
      'shipping_tracking_number',
      'uncategorized_file',
      'uncategorized_text',
    ].map((name) => [name, null]),
  ),
  enhanced_evidence: {},
});

const bankAccount = {
  id: 'ba_1',
  object: 'bank_account',
  country: 'US',
  currency: 'usd',
  last4: '6789',
  status: 'new',
};

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const ok = (body: object): Answer => ({ status: 200, body });

const refused = (status: number, code: string, message: string, param?: string): Answer => ({
  status,
  body: {
    error: {
      type: code.startsWith('idempotency') ? 'idempotency_error' : 'invalid_request_error',
      code,
      message,
      ...(param && { param }),
    },
  },
});

const cardError = (intent: Intent): Answer => ({
  status: 402,
  body: { error: { ...intent.last_payment_error, payment_intent: intent } },
});

/** The newest first, in pages. */
function listOf(
  url: string,
  objects: { id: string; created?: unknown }[],
  { limit, starting_after: after, created }: Form,
): Answer {
  const since = Number((created as Form | undefined)?.['gte'] ?? 0);
  const found = objects.filter((object) => Number(object.created) >= since).toReversed();
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const data = found.slice(start, start + Number(limit));
  const has_more = start + data.length < found.length;
  return ok({ object: 'list', url, has_more, data });
}

/** Decodes names such as `created[gte]` and `expand[0]`. */
function decode(parameters: URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of parameters) {
    const parts = name.split('[').map((part) => part.replace(']', ''));
    const isList = parts.length > 1 && /^\d*$/.test(parts.at(-1) ?? '');
    const path = isList ? parts.slice(0, -1) : parts;
    let inner = form;
    for (const part of path.slice(0, -1)) {
      inner = inner[part] = (inner[part] as Form | undefined) ?? {};
    }
    const last = path.at(-1) ?? '';
    inner[last] = isList ? [...((inner[last] as string[] | undefined) ?? []), value] : value;
  }
  return form;
}
