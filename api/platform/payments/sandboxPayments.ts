import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  Prisma,
  type SandboxAccount,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
} from '#api/generated/prisma/client.ts';
import { isDatabaseAway, type Database } from '../database/database.ts';
import { InvalidInputError, RefusedLinkError, requireFound } from '../errors.ts';
import { parseInput } from '../input/input.ts';
import { checkSignature, signatureHeader, signMessage } from '../security/signedMessages.ts';
import { behaviorOf, readBankDetails, type BankBehavior } from './bankDetails.ts';
import { declineOf } from './declines.ts';
import {
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
  type RefundState,
  type StartCall,
} from './paymentProvider.ts';
import { cardInput, sandboxCards, type CardBehavior } from './sandboxCards.ts';

export interface PaymentSandbox extends PaymentProvider {
  name: 'sandbox';
  /** The number is neither stored nor logged. @throws {InvalidInputError} */
  takeCard(card: unknown): Promise<{ token: string; lastFour: string }>;
  /** Stores only the last four characters of the number. @throws {InvalidInputError} */
  takeBankDetails(details: unknown): Promise<{ token: string; lastFour: string }>;
  /** The payer's answer to their bank. @throws {InvalidInputError | NotFoundError} */
  confirm(answer: unknown): Promise<void>;
  deliver(eventId: string): Promise<void>;
  /** A refund that somebody makes in the dashboard that other providers have. */
  refundInDashboard(reference: string, amountCents: number): Promise<void>;
  reverseInDashboard(transfer: string, amountCents: number): Promise<void>;
}

export interface SandboxOptions {
  database: Pick<Database, 'prisma' | 'limits'>;
  /** Delivers an event to the product. @throws {Error} if it was not accepted */
  takeEvent: (body: string, signature: string) => Promise<void>;
  secret: string;
  clock: () => Date;
  /** Whether payments cost a fee, as at other providers. Defaults to true. */
  fees?: boolean;
  /** Milliseconds for the sandbox to answer. Defaults to the limits of the database. */
  patience?: number;
}

/** Milliseconds for the product to accept an event. */
const patience = 10_000;

const pageSize = 100;

type Transaction = Prisma.TransactionClient;

type StoredPayment = SandboxPayment & { refunds: SandboxRefund[] };

export const createSandboxPayments = (options: SandboxOptions): PaymentSandbox => ({
  name: 'sandbox',
  patience: patienceOf(options),
  publishableKey: null,
  ...paymentsOf(options),
  ...payoutsOf(options),
  ...disputesOf(options),
  ...recordsOf(options),
  ...movementsOf(options),
  ...pagesOf(options),
  ...eventsOf(options),
});

const patienceOf = ({ database, patience }: SandboxOptions): number =>
  patience ?? database.limits.longestStatement;

/** One call per key at a time. @throws {PaymentUnavailable | PaymentFault | PaymentRefused} */
async function call<Value>(
  options: SandboxOptions,
  method: string,
  wanted: Keyed,
  work: (transaction: Transaction, isFirst: boolean) => Promise<Answer<Value>>,
): Promise<Value> {
  const { database, clock } = options;
  const key = callKey(wanted);
  const patience = patienceOf(options);
  const answer = await database.prisma
    .$transaction(
      async (transaction) => {
        await transaction.$queryRaw`
        SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${wanted.key}, 0))`;
        const earlier = await transaction.sandboxCall.count({ where: { key } });
        await transaction.sandboxCall.create({ data: { key, method, at: clock() } });
        return work(transaction, earlier === 0);
      },
      { maxWait: patience, timeout: patience },
    )
    .catch((error: unknown) => {
      throw isDatabaseAway(error) ? new PaymentUnavailable('Busy', { cause: error }) : error;
    });
  if (answer === 'fault') {
    throw new PaymentFault('The sandbox plays a fault of its own');
  }
  if (answer === 'no answer') {
    throw new PaymentUnavailable('The sandbox did not answer');
  }
  if (answer instanceof PaymentRefused) {
    throw answer;
  }
  return answer;
}

function paymentsOf(
  options: SandboxOptions,
): Pick<PaymentSandbox, 'start' | 'lastFourOf' | 'capture' | 'void' | 'forgetCard' | 'refund'> {
  const now = options.clock;

  const move = (
    method: 'capture' | 'void',
    { reference, ...wanted }: Keyed & { reference: string },
    from: PaymentStatus[],
    status: PaymentStatus,
  ): Promise<PaymentState> =>
    call(options, method, wanted, async (transaction) => {
      const { count } = await transaction.sandboxPayment.updateMany({
        where: { reference, status: { in: from } },
        data: { status },
      });
      if (count > 0) {
        await report(transaction, now(), `payment.${status}`, reference);
        await disputePaid(transaction, now(), reference);
      }
      return stateOf(await find(transaction, reference));
    });

  return {
    start: (wanted) =>
      call(options, 'start', wanted, (transaction, isFirst) =>
        startPayment(transaction, wanted, isFirst, now()),
      ),
    capture: (wanted) => move('capture', wanted, ['authorized'], 'captured'),
    void: (wanted) => move('void', wanted, ['authorized', 'needs_action', 'declined'], 'voided'),
    async lastFourOf(token) {
      const { sandboxCard } = options.database.prisma;
      return (await sandboxCard.findUnique({ where: { token } }))?.lastFour ?? null;
    },
    async forgetCard(reference) {
      const { prisma } = options.database;
      await find(prisma, reference);
      await prisma.sandboxPayment.update({ where: { reference }, data: { isSaved: false } });
    },
    refund: ({ key, retry, reference, amountCents, currency }) =>
      call(options, 'refund', { key, retry }, async (transaction): Promise<Answer<RefundState>> => {
        requirePayable({ amountCents, currency });
        const payment = await findLocked(transaction, reference);
        const known = payment.refunds.find((refund) => refund.key === key);
        const fault = playedFault(payment, retry);
        if (fault === 'fault_before' || (fault && known)) {
          return 'fault';
        }
        if (known) {
          return known.amountCents === amountCents ? refundOf(known) : otherCall;
        }
        const refund = await makeRefund(transaction, payment, { key, amountCents }, now());
        return refund instanceof PaymentRefused ? refund : fault ? 'fault' : refundOf(refund);
      }),
  };
}

async function startPayment(
  transaction: Transaction,
  wanted: StartCall,
  isFirst: boolean,
  createdAt: Date,
): Promise<Answer<PaymentState>> {
  requirePayable(wanted);
  const known = await transaction.sandboxPayment.findUnique({
    where: { key: wanted.key },
    include: { refunds: true },
  });
  if (known) {
    return playedFault(known, wanted.retry) ? 'fault' : requireSame(known, wanted);
  }
  const { method } = wanted;
  const card = await (typeof method === 'string'
    ? transaction.sandboxCard.findUnique({ where: { token: method } })
    : transaction.sandboxPayment.findFirst({
        where: { reference: method.savedBy, isSaved: true },
      }));
  if (!card) {
    return refusal('unknown_card', 'Enter the card again');
  }
  const behavior = card.behavior as CardBehavior;
  if (behavior === 'time_out' && isFirst) {
    return 'no answer';
  }
  const fault = playedFault(card, wanted.retry);
  if (fault === 'fault_before') {
    return 'fault';
  }
  if (typeof method === 'string') {
    const { count } = await transaction.sandboxCard.updateMany({
      where: { token: method, usedBy: null },
      data: { usedBy: wanted.key },
    });
    if (count === 0) {
      return refusal('used_card', 'This card entry was used already. Enter the card again');
    }
  }
  const payment = await transaction.sandboxPayment.create({
    data: {
      reference: newReference('payment'),
      ...paymentOf(wanted),
      ...firstStatus(behavior, wanted),
      isSaved: wanted.savesCard ?? false,
      lastFour: card.lastFour,
      behavior,
      clientSecret: newReference('secret'),
      createdAt,
    },
  });
  await report(transaction, createdAt, `payment.${payment.status}`, payment.reference);
  await disputePaid(transaction, createdAt, payment.reference);
  if (behavior === 'lose_answer') {
    return 'no answer';
  }
  return fault ? 'fault' : stateOf({ ...payment, refunds: [] });
}

function payoutsOf(
  options: SandboxOptions,
): Pick<PaymentSandbox, 'transfer' | 'openAccount' | 'accountPage' | 'readAccount'> {
  const { database, clock: now } = options;
  return {
    transfer: ({ key, retry, payment, isSale: _, ...wanted }) =>
      call(
        options,
        'transfer',
        { key, retry },
        async (transaction, isFirst): Promise<Answer<{ reference: string }>> => {
          requirePayable(wanted);
          const known = await transaction.sandboxTransfer.findUnique({ where: { key } });
          const { behavior } = await findAccount(transaction, wanted.account);
          const fault = playedFault({ behavior }, retry);
          if (fault === 'fault_before' || (fault && known)) {
            return 'fault';
          }
          if (known) {
            const isSame =
              known.account === wanted.account && known.amountCents === wanted.amountCents;
            return isSame ? { reference: known.reference } : otherCall;
          }
          if (payment !== null) {
            await find(transaction, payment);
          }
          if (behavior === 'closed') {
            return refusal('account_closed', 'The bank account is closed');
          }
          if (behavior === 'time_out' && isFirst) {
            return 'no answer';
          }
          const transfer = await transaction.sandboxTransfer.create({
            data: { reference: newReference('transfer'), key, ...wanted, createdAt: now() },
            select: { reference: true },
          });
          if (payment !== null) {
            await disputePaid(transaction, now(), payment, 'disputed_after_payout');
          }
          if (behavior === 'lose_answer') {
            return 'no answer';
          }
          return fault ? 'fault' : transfer;
        },
      ),

    openAccount: ({ key, retry, bankToken }) =>
      call(
        options,
        'openAccount',
        { key, retry },
        async (transaction): Promise<Answer<AccountState>> => {
          const account = await transaction.sandboxAccount.findUnique({
            where: { reference: bankToken ?? '' },
          });
          if (!account || (account.openedBy ?? key) !== key) {
            return refusal('unknown_account', 'Enter your bank details again');
          }
          const fault = playedFault(account, retry);
          if (fault === 'fault_before') {
            return 'fault';
          }
          await transaction.sandboxAccount.update({
            where: { reference: account.reference },
            data: { openedBy: key },
          });
          await report(transaction, now(), 'account.updated', account.reference);
          return fault ? 'fault' : accountOf(account);
        },
      ),

    accountPage: () => Promise.resolve(null),

    readAccount: async (reference) => accountOf(await findAccount(database.prisma, reference)),
  };
}

/** What the bank charges for a dispute; given back with the money if it is won. */
const disputeFeeCents = 1_500;

const evidenceDays = 7;

/** Opens the dispute that the card of a payment asks for, once it is paid. */
async function disputePaid(
  transaction: Transaction,
  createdAt: Date,
  paymentReference: string,
  also?: CardBehavior,
): Promise<void> {
  const { behavior, status, amountCents, ...payment } = await find(transaction, paymentReference);
  const isDisputed = ['disputed_won', 'disputed_lost', also].includes(behavior as CardBehavior);
  const left = amountCents - refundedOf({ behavior, status, amountCents, ...payment });
  const known = await transaction.sandboxDispute.count({ where: { paymentReference } });
  if (!isDisputed || status !== 'captured' || left === 0 || known > 0) {
    return;
  }
  const { reference } = await transaction.sandboxDispute.create({
    data: {
      reference: newReference('dispute'),
      paymentReference,
      amountCents: left,
      feeCents: disputeFeeCents,
      status: 'open',
      dueBy: new Date(createdAt.getTime() + evidenceDays * 86_400_000),
      createdAt,
    },
  });
  await report(transaction, createdAt, 'charge.dispute.created', reference);
}

/** A bank that has seen no evidence decides against us when its time is over. */
const disputeOf = (
  { paymentReference: payment, status, dueBy, createdAt, ...dispute }: SandboxDispute,
  currency: string,
  now: Date,
): DisputeState => ({
  reference: dispute.reference,
  payment,
  status: status === 'open' && dueBy <= now ? 'lost' : (status as DisputeState['status']),
  amountCents: dispute.amountCents,
  feeCents: status === 'won' ? 0 : dispute.feeCents,
  currency,
  reason: 'fraudulent',
  openedAt: createdAt,
  evidenceDueBy: dueBy,
});

function disputesOf(
  options: SandboxOptions,
): Pick<PaymentSandbox, 'reverseTransfer' | 'readDispute' | 'sendEvidence'> {
  const { database, clock: now } = options;
  return {
    reverseTransfer: ({ key, retry, transfer, amountCents, currency }) =>
      call(
        options,
        'reverseTransfer',
        { key, retry },
        async (transaction): Promise<Answer<{ reference: string }>> => {
          requirePayable({ amountCents, currency });
          const known = await transaction.sandboxReversal.findUnique({ where: { key } });
          if (known) {
            const { reference } = known;
            return known.amountCents === amountCents ? { reference } : otherCall;
          }
          return makeReversal(transaction, transfer, { key, amountCents }, now());
        },
      ),

    async readDispute(reference) {
      const dispute = await findDispute(database.prisma, reference);
      return disputeOf(dispute, dispute.payment.currency, now());
    },

    sendEvidence: ({ key, reference, text }) =>
      call(options, 'sendEvidence', { key }, async (transaction): Promise<Answer<void>> => {
        const dispute = await findDispute(transaction, reference);
        const { status: before } = disputeOf(dispute, '', now());
        const isOpen = before === 'open' || before === 'inquiry';
        if (!isOpen && dispute.evidence !== text) {
          return refusal('not_open', 'The bank has decided already');
        }
        if (isOpen) {
          const decided = dispute.payment.behavior === 'disputed_won' ? 'won' : 'lost';
          const status = before === 'open' ? decided : 'closed';
          await transaction.sandboxDispute.update({
            where: { reference },
            data: { status, evidence: text },
          });
          await report(transaction, now(), 'charge.dispute.closed', reference);
        }
      }),
  };
}

async function makeReversal(
  transaction: Transaction,
  transferReference: string,
  reversal: { key: string; amountCents: number },
  createdAt: Date,
): Promise<{ reference: string } | PaymentRefused> {
  if (reversal.amountCents < 1) return tooSmall;
  await transaction.$queryRaw`
    SELECT FROM sandbox_transfers WHERE reference = ${transferReference} FOR UPDATE`;
  const transfer = await transaction.sandboxTransfer.findUnique({
    where: { reference: transferReference },
    include: { reversals: true },
  });
  if (!transfer || sumOf(transfer.reversals) + reversal.amountCents > transfer.amountCents) {
    return refusal('not_reversible', 'The transfer does not cover this');
  }
  const { behavior } = await findAccount(transaction, transfer.account);
  if (behavior === 'spent') {
    return refusal('insufficient_funds', 'The account has no money left');
  }
  const reference = newReference('reversal');
  const data = { reference, ...reversal, transferReference, createdAt };
  await transaction.sandboxReversal.create({ data });
  await report(transaction, createdAt, 'transfer.reversed', transferReference);
  return { reference };
}

async function findDispute(
  database: Pick<Transaction, 'sandboxDispute'>,
  reference: string,
): Promise<SandboxDispute & { payment: SandboxPayment }> {
  const dispute = await database.sandboxDispute.findUnique({
    where: { reference },
    include: { payment: true },
  });
  if (!dispute) {
    throw new PaymentRefused('unknown_dispute', 'There is no such dispute');
  }
  return dispute;
}

const recordsOf = ({
  database: { prisma },
}: SandboxOptions): Pick<
  PaymentSandbox,
  'read' | 'readRefund' | 'refundsOf' | 'find' | 'records'
> => ({
  read: async (reference) => stateOf(await find(prisma, reference)),

  async readRefund(reference) {
    const refund = await prisma.sandboxRefund.findUnique({ where: { reference } });
    if (!refund) {
      throw new PaymentRefused('unknown_refund', 'There is no such refund');
    }
    return refundOf(refund);
  },

  refundsOf: async (reference) =>
    (await find(prisma, reference)).refunds.map((refund) => ({
      ...refundOf(refund),
      key: refund.key,
      amountCents: refund.amountCents,
    })),

  async find({ kind, key }) {
    const where = { key };
    const found = await {
      payment: () => prisma.sandboxPayment.findUnique({ where }),
      refund: () => prisma.sandboxRefund.findUnique({ where }),
      transfer: () => prisma.sandboxTransfer.findUnique({ where }),
      reversal: () => prisma.sandboxReversal.findUnique({ where }),
      account: () => prisma.sandboxAccount.findFirst({ where: { openedBy: key } }),
    }[kind]();
    return found?.reference ?? null;
  },

  async records(since, cursor = 'payment:'): Promise<PaymentRecords> {
    const [kind, after = ''] = cursor.split(':');
    const page = {
      where: { createdAt: { gte: since }, reference: { gt: after } },
      orderBy: { reference: 'asc' },
      take: pageSize,
    } as const;
    const records =
      kind === 'payment'
        ? (await prisma.sandboxPayment.findMany({ ...page, include: { refunds: true } })).map(
            (payment) => ({ kind: 'payment' as const, ...stateOf(payment) }),
          )
        : (await prisma.sandboxTransfer.findMany({ ...page, include: { reversals: true } })).map(
            ({ reference, key, amountCents, currency, reversals }) => {
              const reversedCents = sumOf(reversals);
              return {
                kind: 'transfer' as const,
                reference,
                key,
                amountCents,
                reversedCents,
                currency,
              };
            },
          );
    const last = records.at(-1);
    if (last && records.length === pageSize) {
      return { records, cursor: `${kind}:${last.reference}` };
    }
    return { records, cursor: kind === 'payment' ? 'transfer:' : null };
  },
});

interface SandboxMovement extends Omit<Movement, 'about'> {
  about: 'payment' | 'transfer' | 'dispute';
  aboutReference: string;
  cardFeeCents: number;
}

function movementsOf({
  database: { prisma },
  fees = true,
}: SandboxOptions): Pick<PaymentSandbox, 'reversalsOf' | 'balance' | 'movements' | 'readMovement'> {
  const read = async (which: Prisma.Sql): Promise<Movement[]> => {
    const found = await prisma.$queryRaw<SandboxMovement[]>`
      SELECT reference, kind, source, key, about, about_reference AS "aboutReference",
             kind AS words, amount_cents AS "amountCents", fee_cents AS "feeCents",
             card_fee_cents AS "cardFeeCents", currency, created_at AS at
      FROM sandbox_movements WHERE ${which}`;
    return found.map(({ about, aboutReference, cardFeeCents, feeCents, ...movement }) => ({
      ...movement,
      about: { about, reference: aboutReference },
      feeCents: feeCents + (fees ? cardFeeCents : 0),
    }));
  };
  return {
    reversalsOf: (transferReference) =>
      prisma.sandboxReversal.findMany({
        where: { transferReference },
        select: { reference: true, key: true, amountCents: true },
      }),

    async balance() {
      const sums = await prisma.$queryRaw<{ currency: string; cents: number }[]>`
        SELECT currency, sum(amount_cents - fee_cents
                 - CASE WHEN ${fees} THEN card_fee_cents ELSE 0 END)::float8 AS cents
        FROM sandbox_movements GROUP BY currency`;
      return new Map(sums.map(({ currency, cents }) => [currency, cents]));
    },

    async movements(since, after = '') {
      const movements = await read(Prisma.sql`
        created_at >= ${since} AND reference > ${after} ORDER BY reference LIMIT ${pageSize}`);
      const last = movements.length === pageSize ? movements.at(-1) : undefined;
      return { movements, cursor: last?.reference ?? null };
    },

    async readMovement(wanted) {
      const [movement] = await read(Prisma.sql`reference = ${wanted}`);
      if (!movement) {
        throw new PaymentRefused('unknown_movement', 'There is no such movement');
      }
      return movement;
    },
  };
}

const pagesOf = ({
  database: { prisma },
  clock: now,
}: SandboxOptions): Pick<
  PaymentSandbox,
  'takeCard' | 'takeBankDetails' | 'confirm' | 'refundInDashboard' | 'reverseInDashboard'
> => ({
  reverseInDashboard: (transfer, amountCents) =>
    prisma.$transaction(async (transaction) => {
      const key = newReference('dashboard');
      const reversal = await makeReversal(transaction, transfer, { key, amountCents }, now());
      if (reversal instanceof PaymentRefused) {
        throw reversal;
      }
    }),

  refundInDashboard: (paymentReference, amountCents) =>
    prisma.$transaction(async (transaction) => {
      const payment = await findLocked(transaction, paymentReference);
      const key = newReference('dashboard');
      const refund = await makeRefund(transaction, payment, { key, amountCents }, now());
      if (refund instanceof PaymentRefused) {
        throw refund;
      }
    }),

  async takeCard(card) {
    const { number } = parseInput(cardInput(now()), card);
    const behavior = sandboxCards.find((known) => known.number === number)?.behavior;
    if (!behavior) {
      throw new TypeError('The input let an unknown card pass');
    }
    const token = newReference('card');
    const lastFour = number.slice(-4);
    await prisma.sandboxCard.create({ data: { token, lastFour, behavior, createdAt: now() } });
    return { token, lastFour };
  },

  async takeBankDetails(details) {
    const { routingNumber, number } = readBankDetails(details);
    const token = newReference('account');
    const lastFour = number.slice(-4);
    const behavior = behaviorOf(routingNumber, number);
    await prisma.sandboxAccount.create({
      data: { reference: token, lastFour, behavior, createdAt: now() },
    });
    return { token, lastFour };
  },

  async confirm(answer) {
    const { clientSecret, isApproved } = parseInput(confirmation, answer);
    await prisma.$transaction(async (transaction) => {
      const payment = await transaction.sandboxPayment.findUnique({ where: { clientSecret } });
      requireFound(payment, 'There is no such payment');
      const change = isApproved
        ? { status: payment.capture ? 'captured' : 'authorized' }
        : { status: 'declined', declineCode: 'authentication_failed' };
      const { count } = await transaction.sandboxPayment.updateMany({
        where: { clientSecret, status: 'needs_action' },
        data: change,
      });
      if (count > 0) {
        await report(transaction, now(), `payment.${change.status}`, payment.reference);
      }
    });
  },
});

const eventsOf = ({
  database: { prisma },
  secret,
  takeEvent,
}: SandboxOptions): Pick<PaymentSandbox, 'readWebhook' | 'deliver'> => ({
  readWebhook(body, signature) {
    if (checkSignature(secret, body, signature) !== 'valid') {
      throw new RefusedLinkError('signature', 'The signature is missing, wrong or too old');
    }
    const event = parseInput(webhook, parseJson(body));
    const about = event.kind.startsWith('account.')
      ? 'account'
      : event.kind.startsWith('charge.dispute.')
        ? 'dispute'
        : event.kind.startsWith('transfer.')
          ? 'transfer'
          : 'payment';
    return { ...event, about };
  },

  async deliver(id) {
    const event = await prisma.sandboxEvent.findUniqueOrThrow({ where: { id } });
    if (event.kind === 'refund.updated') {
      await finishRefunds(prisma, event.reference);
    }
    const { kind, reference, createdAt } = event;
    const body = JSON.stringify({ id, kind, reference, createdAt });
    await takeEvent(body, signMessage(secret, body));
  },
});

export const postedTo =
  (url: () => string): SandboxOptions['takeEvent'] =>
  async (body, signature) => {
    const answer = await fetch(url(), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [signatureHeader]: signature },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    if (!answer.ok) {
      throw new Error(`The webhook answered ${answer.status}`);
    }
  };

const webhook = z.object({ id: z.string(), kind: z.string(), reference: z.string() });

const confirmation = z.object({
  clientSecret: z.string({ error: 'clientSecret is required' }),
  isApproved: z.boolean({ error: 'isApproved must be true or false' }),
});

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new InvalidInputError('body', 'The body is not valid JSON');
  }
}

type Answer<Value> = Value | PaymentRefused | 'no answer' | 'fault';

/** The fault that a card or a bank account plays for the first key of a call. */
const playedFault = ({ behavior }: { behavior: string }, retry = 0) =>
  retry === 0 && (behavior === 'fault_before' || behavior === 'fault_after') ? behavior : undefined;

const refusal = (code: string, message: string) => new PaymentRefused(code, message);

/** Stripe refuses a refund of 0 with this code. */
const tooSmall = refusal('parameter_invalid_integer', 'The amount must be 1 or more');

const otherCall = refusal('other_call', 'This key belongs to another call');

const paymentOf = ({ key, bookingId, amountCents, currency, capture }: StartCall) => ({
  key,
  bookingId,
  amountCents,
  currency,
  capture,
});

function requireSame(known: StoredPayment, wanted: StartCall): Answer<PaymentState> {
  const isSame = Object.entries(paymentOf(wanted)).every(
    ([name, value]) => known[name as keyof StoredPayment] === value,
  );
  return isSame ? stateOf(known) : otherCall;
}

function firstStatus(
  behavior: CardBehavior,
  { capture, method }: StartCall,
): { status: PaymentStatus; declineCode?: string } {
  const taken = { status: capture ? 'captured' : 'authorized' } as const;
  if (typeof method !== 'string') {
    if (behavior === 'refuse_saved') {
      return { status: 'declined', declineCode: 'insufficient_funds' };
    }
    if (behavior === 'confirm_saved') {
      return method.isPayerThere
        ? { status: 'needs_action' }
        : { status: 'declined', declineCode: 'authentication_required' };
    }
    return taken;
  }
  switch (behavior) {
    case 'insufficient_funds':
    case 'lost_card':
      return { status: 'declined', declineCode: behavior };
    case 'confirm':
      return { status: 'needs_action' };
    default:
      return taken;
  }
}

async function find(
  database: Pick<Transaction, 'sandboxPayment'>,
  reference: string,
): Promise<StoredPayment> {
  const payment = await database.sandboxPayment.findUnique({
    where: { reference },
    include: { refunds: true },
  });
  if (!payment) {
    throw new PaymentRefused('unknown_payment', 'There is no such payment');
  }
  return payment;
}

async function findLocked(transaction: Transaction, reference: string): Promise<StoredPayment> {
  await transaction.$queryRaw`
    SELECT FROM sandbox_payments WHERE reference = ${reference} FOR UPDATE`;
  return find(transaction, reference);
}

async function makeRefund(
  transaction: Transaction,
  payment: StoredPayment,
  refund: { key: string; amountCents: number },
  createdAt: Date,
): Promise<SandboxRefund | PaymentRefused> {
  const { reference: paymentReference, behavior, status, amountCents } = payment;
  if (refund.amountCents < 1) return tooSmall;
  if (status !== 'captured' || refundedOf(payment) + refund.amountCents > amountCents) {
    return refusal('not_refundable', 'The payment does not cover this refund');
  }
  const disputes = await transaction.sandboxDispute.findMany({
    where: { paymentReference, status: { in: ['open', 'lost'] } },
  });
  const lost = disputes.reduce((sum, dispute) => sum + dispute.amountCents, 0);
  // What a bank did not take of a payment can still be given back.
  if (
    disputes.some((dispute) => dispute.status === 'open') ||
    (lost > 0 && lost + refundedOf(payment) + refund.amountCents > amountCents)
  ) {
    return refusal('charge_disputed', 'The bank disputes this payment');
  }
  const isLate = ['late_refund', 'failed_refund'].includes(behavior);
  const made = await transaction.sandboxRefund.create({
    data: {
      ...refund,
      reference: newReference('refund'),
      paymentReference,
      status: isLate ? 'pending' : 'succeeded',
      createdAt,
    },
  });
  await report(transaction, createdAt, 'refund.updated', paymentReference);
  return made;
}

async function findAccount(
  database: Pick<Transaction, 'sandboxAccount'>,
  reference: string,
): Promise<SandboxAccount & { behavior: BankBehavior }> {
  const account = await database.sandboxAccount.findUnique({ where: { reference } });
  if (!account) {
    throw new PaymentRefused('unknown_account', 'There is no such account');
  }
  return { ...account, behavior: account.behavior as BankBehavior };
}

/** The sandbox's banks check nothing: a refusal shows only when money arrives. */
const accountOf = ({ reference, lastFour }: SandboxAccount): AccountState => ({
  reference,
  status: 'ready',
  lastFour,
});

const stateOf = (payment: StoredPayment): PaymentState => ({
  reference: payment.reference,
  key: payment.key,
  status: payment.status as PaymentStatus,
  amountCents: payment.amountCents,
  refundedCents: refundedOf(payment),
  currency: payment.currency,
  ...(payment.status === 'needs_action' && { action: { clientSecret: payment.clientSecret } }),
  ...(payment.declineCode !== null && { decline: declineOf(payment.declineCode) }),
});

const refundedOf = ({ refunds }: StoredPayment): number =>
  sumOf(refunds.filter(({ status }) => status !== 'failed'));

const sumOf = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

const refundOf = ({ reference, status }: SandboxRefund): RefundState => ({
  reference,
  status: status as RefundState['status'],
  bankReference: status === 'succeeded' ? reference.slice(-12).toUpperCase() : null,
});

/** Ends delayed refunds, and sends others back, when they are reported. */
async function finishRefunds(
  database: Pick<Transaction, 'sandboxPayment' | 'sandboxRefund'>,
  paymentReference: string,
): Promise<void> {
  const { behavior } = await find(database, paymentReference);
  const comesBack = behavior === 'returned_refund';
  await database.sandboxRefund.updateMany({
    where: { paymentReference, status: comesBack ? 'succeeded' : 'pending' },
    data: { status: comesBack || behavior === 'failed_refund' ? 'failed' : 'succeeded' },
  });
}

const newReference = (kind: string): string => `sandbox_${kind}_${randomBytes(12).toString('hex')}`;

/** Seconds after which some events are sent again, as real providers do. */
const repeatAfter = 20;

/** Stores an event and the jobs that send it; one in four is sent twice. */
async function report(
  transaction: Transaction,
  createdAt: Date,
  kind: string,
  reference: string,
): Promise<void> {
  const id = newReference('event');
  await transaction.sandboxEvent.create({ data: { id, kind, reference, createdAt } });
  const delays = /[048c]$/.test(id) ? [0, repeatAfter] : [0];
  await transaction.$executeRaw`
    SELECT graphile_worker.add_job('send_sandbox_event',
      payload => json_build_object('id', ${id}::text),
      run_at => now() + make_interval(secs => delay))
    FROM unnest(${delays}::float8[]) AS delay`;
}
