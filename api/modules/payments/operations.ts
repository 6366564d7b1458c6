import type { Deps } from '#api/context/context.ts';
import { Prisma, type PaymentOperation } from '#api/generated/prisma/client.ts';
import { isDatabaseAway } from '#api/platform/database/database.ts';
import { UnavailableError } from '#api/platform/errors.ts';
import {
  mostFaults,
  PaymentFault,
  PaymentUnavailable,
  type PaymentProvider,
  type StartCall,
} from '#api/platform/payments/paymentProvider.ts';
import {
  askProvider,
  recoverCall,
  type AskedOperation,
  type PaymentOutcome,
  type Progress,
} from './askProvider.ts';

export type { PaymentOutcome } from './askProvider.ts';

export type PaymentDeps = Pick<Deps, 'database' | 'payments' | 'clock' | 'log'>;

/** What a payment is of: a booking, or a sale. */
export type Subject = Pick<PaymentOperation, 'bookingId' | 'saleId'>;

/** The booking of an operation. @throws {Error} if it is of a sale */
export function bookingOf({ bookingId }: Pick<Subject, 'bookingId'>): string {
  if (bookingId === null) throw new Error('This payment is of a sale');
  return bookingId;
}

/** Locks what a payment is of until the transaction ends. */
export const lockSubject = (
  transaction: Prisma.TransactionClient,
  { bookingId, saleId }: Subject,
) => transaction.$executeRaw`SELECT lock_subject(${bookingId}::uuid, ${saleId}::uuid)`;

/** The database refuses an operation that is not of one of both. */
export type NewOperation = Partial<Subject> & NewCall;

type NewCall =
  | {
      kind: 'authorize' | 'charge' | 'claim';
      amountCents: number;
      currency: string;
      method: StartCall['method'];
      /** Whether the payer agrees that the card is kept for the rest. */
      savesCard?: boolean;
      isBalance?: boolean;
      description: string;
      receiptEmail: string;
    }
  | { kind: 'capture' | 'void' }
  /** Without `paymentId`, of the only payment. */
  | { kind: 'refund'; paymentId?: string; amountCents: number }
  | { kind: 'transfer'; amountCents: number; account: string }
  /** `transfer` is the provider's reference of the payout that is taken back. */
  | { kind: 'reversal'; amountCents: number; transfer: string };

/**
 * Moves the booking or sale after its operation ended, in the transaction that stores the outcome and
 * has locked it. Called once per outcome. It may have moved on meanwhile.
 */
export type ApplyOutcome = (
  transaction: Prisma.TransactionClient,
  operation: PaymentOperation,
  outcome: PaymentOutcome,
) => Promise<void>;

/** Milliseconds for a call, after which another process may repeat it. */
const lease = 30_000;

/** Milliseconds after which the job reads the state of an unsettled payment. */
const lookAgain = 60_000;

/** Consecutive unanswered calls after which a run of the job stops early. */
const mostUnanswered = 3;

/** Milliseconds after which a key is not reused; Stripe keeps keys for 24 hours. */
const keyLife = 20 * 60 * 60_000;

const mostAtOnce = 500;

export function requirePayments({ payments }: Pick<Deps, 'payments'>): PaymentProvider {
  if (!payments) {
    throw new UnavailableError(
      'Online booking is switched off: this site takes no payments yet. Please contact us',
      3600,
    );
  }
  return payments;
}

/**
 * Stores a provider call in the transaction of its move. After the commit, pass its id to
 * `performOperation`; otherwise the job performs it within minutes. The database refuses amounts
 * that the payment does not cover, and a second open operation with its payment.
 * @throws {UnavailableError} if the site takes no payments
 */
export async function startOperation(
  deps: Pick<Deps, 'payments' | 'clock'>,
  transaction: Pick<Prisma.TransactionClient, 'paymentOperation'>,
  operation: NewOperation,
): Promise<PaymentOperation> {
  const { name: provider } = requirePayments(deps);
  const now = deps.clock();
  return transaction.paymentOperation.create({
    data: {
      ...(await asStored(transaction, operation)),
      provider,
      createdAt: now,
      dueAt: new Date(now.getTime() + lease),
    },
  });
}

async function asStored(
  transaction: Pick<Prisma.TransactionClient, 'paymentOperation'>,
  operation: NewOperation,
) {
  const { kind, bookingId = null, saleId = null } = operation;
  if (kind === 'authorize' || kind === 'charge' || kind === 'claim') {
    const { amountCents, currency, isBalance = false, ...details } = operation;
    const { method, savesCard = false, description, receiptEmail } = details;
    return {
      kind,
      bookingId,
      saleId,
      amountCents,
      currency,
      isBalance,
      details: { method, savesCard, description, receiptEmail },
    };
  }
  const { id: paymentId, ...payment } = await transaction.paymentOperation.findFirstOrThrow({
    where: {
      bookingId,
      saleId,
      kind: { in: ['authorize', 'charge', ...(kind === 'transfer' ? (['claim'] as const) : [])] },
      status: 'succeeded',
      ...(kind === 'refund' && operation.paymentId !== undefined && { id: operation.paymentId }),
    },
    // A payout names the payment for a damage if there is one, which is paid out last; else the larger
    // payment of the stay.
    orderBy:
      kind === 'transfer' ? [{ kind: 'desc' }, { amountCents: 'desc' }] : { createdAt: 'desc' },
  });
  const { amountCents, currency } = { ...payment, ...operation };
  return {
    kind,
    bookingId,
    saleId,
    paymentId,
    amountCents,
    currency,
    ...(kind === 'transfer' && { details: { account: operation.account } }),
    ...(kind === 'reversal' && { details: { transfer: operation.transfer } }),
  };
}

/**
 * Ends an open authorization or charge that its booking or sale no longer needs, for example after the hold
 * lapsed. The operation fails once the provider has ended it, but succeeds if the traveler has paid
 * meanwhile. Call `performOperation` after the commit, or leave it to the job.
 * @returns the id of the operation; undefined if none is open
 */
export async function abandonOperation(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Pick<Prisma.TransactionClient, 'paymentOperation'>,
  subjectId: string,
): Promise<string | undefined> {
  const [abandoned] = await transaction.paymentOperation.updateManyAndReturn({
    where: {
      OR: [{ bookingId: subjectId }, { saleId: subjectId }],
      kind: { in: ['authorize', 'charge'] },
      ...open,
    },
    data: { isAbandoned: true, dueAt: clock() },
  });
  return abandoned?.id;
}

/**
 * Carries an operation out at the provider and settles it. Call it outside of transactions, any
 * number of times: it skips settled operations and operations reserved by another process.
 * @returns the operation as it is now; still `waiting` if the provider or the database did not
 *   answer in time, in which case it goes on by itself and the job tries again
 */
export const performOperation = (
  deps: PaymentDeps,
  id: string,
  apply: ApplyOutcome,
): Promise<PaymentOperation> => perform(deps, id, apply, claimable(deps.clock()));

/**
 * Performs an operation for a person who waits for its outcome, even if another process has
 * reserved it: that process may have died or got no response. Repeating the call is safe while it
 * has its first key.
 */
export const performAtOnce = (deps: PaymentDeps, id: string, apply: ApplyOutcome) =>
  perform(deps, id, apply, {
    OR: [{ ...open, faults: { lt: mostFaults } }, claimable(deps.clock())],
  });

const claimable = (now: Date): Prisma.PaymentOperationWhereInput => ({
  OR: [
    { status: 'waiting', OR: [{ attempts: 0 }, { dueAt: { lte: now } }] },
    { status: 'needs_action' },
  ],
});

async function perform(
  deps: PaymentDeps,
  id: string,
  apply: ApplyOutcome,
  which: Prisma.PaymentOperationWhereInput,
): Promise<PaymentOperation> {
  let isLate = false;
  const carriedOut = carryOut(deps, id, apply, which).catch((error: unknown) => {
    if (!isLate && !(error instanceof PaymentUnavailable || isDatabaseAway(error))) {
      throw error;
    }
    deps.log.warn({ operation: id, err: error }, 'a payment operation was not answered');
    return undefined;
  });
  let timer: NodeJS.Timeout | undefined;
  // Several calls and a busy database may add up. The operation goes on by itself.
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(
      () => {
        isLate = true;
        resolve(undefined);
      },
      1.5 * (deps.payments?.patience ?? 0),
    );
  });
  try {
    const ended = await Promise.race([carriedOut, late]);
    return (
      ended ?? (await deps.database.prisma.paymentOperation.findUniqueOrThrow({ where: { id } }))
    );
  } finally {
    clearTimeout(timer);
  }
}

/** @throws {PaymentUnavailable} if the provider did not answer; the operation waits */
async function carryOut(
  deps: PaymentDeps,
  id: string,
  apply: ApplyOutcome,
  which: Prisma.PaymentOperationWhereInput,
): Promise<PaymentOperation> {
  const operation = await claim(deps, id, which);
  if (!operation) {
    return deps.database.prisma.paymentOperation.findUniqueOrThrow({ where: { id } });
  }
  if (operation.isAbandoned && operation.attempts === 1) {
    return settle(deps, id, 'never called', apply);
  }
  const provider = requirePayments(deps);
  if (provider.name !== operation.provider) {
    throw new Error(`Operation ${id} is for ${operation.provider}, and we use ${provider.name}`);
  }
  return settle(deps, id, await ask(deps, provider, operation), apply);
}

/** @throws {PaymentUnavailable} */
async function ask(
  { clock, database }: PaymentDeps,
  provider: PaymentProvider,
  operation: AskedOperation,
): Promise<Progress> {
  const { id, kind, providerReference, attempts, createdAt, faults } = operation;
  const isForgotten = attempts > 1 && clock().getTime() - createdAt.getTime() > keyLife;
  // Repeating capture or void has no effect.
  const isUnsafe = !['capture', 'void'].includes(kind) && providerReference === null;
  try {
    const isHeld = await isHeldBack({ database }, operation);
    return isUnsafe && (isForgotten || faults >= mostFaults || isHeld)
      ? await recoverCall(provider, operation, !isForgotten && !operation.isAbandoned && !isHeld)
      : await askProvider(provider, operation);
  } catch (error) {
    if (error instanceof PaymentFault) {
      // Of concurrent calls with the same key, only the first counts: each key has its own number.
      await database.prisma.paymentOperation.updateMany({
        where: { id, faults, ...open },
        data: { faults: { increment: 1 } },
      });
    }
    throw error;
  }
}

/**
 * Whether a payout or refund must not be sent any more: the payer's bank holds the money or has kept it since, or
 * asks about a payout. What was not made ends, and is made again if it is still owed once the bank has decided.
 */
async function isHeldBack(
  { database }: Pick<PaymentDeps, 'database'>,
  { kind, bookingId, saleId, createdAt }: PaymentOperation,
): Promise<boolean> {
  if (kind !== 'transfer' && kind !== 'refund') {
    return false;
  }
  const subject = bookingId ?? saleId;
  const isFrozen = kind === 'refund' ? Prisma.sql`money_is_frozen` : Prisma.sql`payout_is_frozen`;
  const [row] = await database.prisma.$queryRaw<{ isHeld: boolean }[]>`
    SELECT ${isFrozen}(${subject}::uuid) OR EXISTS (
      SELECT FROM chargebacks WHERE status = 'lost' AND decided_at > ${createdAt}
        AND (booking_id = ${subject}::uuid OR sale_id = ${subject}::uuid)) AS "isHeld"`;
  return row?.isHeld ?? false;
}

const neverCalled: Progress = {
  reference: null,
  status: 'failed',
  code: 'abandoned',
  message: 'The booking ended before it was paid',
};

const open = {
  status: { in: ['waiting', 'needs_action'] },
} satisfies Prisma.PaymentOperationWhereInput;

/** Reserves an operation for this process; null if it does not match `which`. */
async function claim(
  { database, clock }: PaymentDeps,
  id: string,
  which: Prisma.PaymentOperationWhereInput,
): Promise<AskedOperation | null> {
  const { count } = await database.prisma.paymentOperation.updateMany({
    where: { id, ...which },
    data: { attempts: { increment: 1 }, dueAt: new Date(clock().getTime() + lease) },
  });
  return count === 0
    ? null
    : database.prisma.paymentOperation.findUniqueOrThrow({
        where: { id },
        include: { payment: true },
      });
}

/**
 * Stores the state of an operation and, if the state is new, moves its booking or sale. Settled operations
 * stay as they are, so late and repeated reports are harmless.
 * @param told the state at the provider. `never called` ends an abandoned operation, unless another
 *   process has claimed it meanwhile: that process may call the provider.
 */
export function settle(
  { database, clock, log }: PaymentDeps,
  id: string,
  told: Progress | 'never called',
  apply: ApplyOutcome,
): Promise<PaymentOperation> {
  return database.prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      SELECT lock_subject(booking_id, sale_id) FROM payment_operations WHERE id = ${id}::uuid`;
    const [before] = await transaction.$queryRaw<Pick<PaymentOperation, 'status' | 'attempts'>[]>`
      SELECT status, attempts FROM payment_operations WHERE id = ${id}::uuid FOR UPDATE`;
    const isClaimed = told === 'never called' && before?.attempts !== 1;
    if (before?.status === 'succeeded' || before?.status === 'failed' || isClaimed) {
      return transaction.paymentOperation.findUniqueOrThrow({ where: { id } });
    }
    const {
      reference,
      bankReference = null,
      ...progress
    } = told === 'never called' ? neverCalled : told;
    const now = clock();
    const isSettled = progress.status === 'succeeded' || progress.status === 'failed';
    const operation = await transaction.paymentOperation.update({
      where: { id },
      data: {
        status: progress.status,
        ...(reference !== null && { providerReference: reference }),
        bankReference,
        clientSecret: progress.status === 'needs_action' ? progress.clientSecret : null,
        ...(progress.status === 'failed' && {
          failureCode: progress.code,
          failureMessage: progress.message,
        }),
        ...(isSettled
          ? { settledAt: now, details: Prisma.DbNull }
          : { dueAt: new Date(now.getTime() + lookAgain) }),
      },
    });
    if (progress.status !== 'waiting' && progress.status !== before?.status) {
      await apply(transaction, operation, progress);
    }
    if (isSettled) {
      const { bookingId, saleId, kind, status, failureCode } = operation;
      log.info(
        { operation: id, bookingId, saleId, kind, status, failureCode },
        'a payment was settled',
      );
    }
    return operation;
  });
}

/**
 * Performs every due operation: left by a dead process, unanswered, or unconfirmed. A failure does
 * not stop other operations, unless the provider seems to be down.
 */
export async function performDue(deps: PaymentDeps, apply: ApplyOutcome): Promise<void> {
  const due = await deps.database.prisma.paymentOperation.findMany({
    where: { ...open, dueAt: { lte: deps.clock() } },
    orderBy: { dueAt: 'asc' },
    take: mostAtOnce,
    select: { id: true },
  });
  let unanswered = 0;
  for (const { id } of due) {
    try {
      await carryOut(deps, id, apply, claimable(deps.clock()));
      unanswered = 0;
    } catch (error) {
      deps.log.error({ operation: id, err: error }, 'a payment operation could not be performed');
      unanswered += error instanceof PaymentUnavailable ? 1 : 0;
    }
    if (unanswered === mostUnanswered) {
      return;
    }
  }
}
