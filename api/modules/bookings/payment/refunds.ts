import { Prisma, type PaymentOperation } from '#api/generated/prisma/client.ts';
import { refundRetryHours } from '#common/durations.ts';
import { formatDays } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import {
  balancesOf,
  post,
  refundAmounts,
  refundOrderAmounts,
  type Amounts,
} from '#api/modules/ledger/ledger.ts';
import { queueMail, teamOf } from '#api/modules/mail/outbox.ts';
import { startOperation, type PaymentOutcome } from '#api/modules/payments/operations.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  type BookingDeps,
  type MovedBooking,
} from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { refundNews } from './refundMails.ts';
import { givenBack, sharesTaken } from './shares.ts';

/** Stands for the payment provider where the team paid by bank transfer. */
export const bank = 'bank';

/** A refund that was refused, from the view `refused_refunds`. */
export interface RefusedRefund {
  bookingId: string;
  cents: number;
  currency: string;
  refusals: number;
  refusedAt: Date;
  isUnderWay: boolean;
}

/**
 * Orders what a booking gives back by its decision: owed from now on, until it has arrived.
 * @returns ids of the operations to perform; none if nothing is given back
 */
export async function orderRefund(
  deps: Pick<BookingDeps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  amountCents = givenBack(booking) - booking.outsideRefundCents,
): Promise<string[]> {
  const operations = await startRefunds(deps, transaction, booking.id, amountCents);
  for (const operation of operations) {
    const amounts = refundOrderAmounts(operation.amountCents);
    await postOf(deps, transaction, operation, 'refund_order', amounts);
  }
  return operations.map(({ id }) => id);
}

/** Divides a refund over the payments of its booking, the latest first, as far as each has it. */
async function startRefunds(
  deps: Pick<BookingDeps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  bookingId: string,
  amountCents: number,
): Promise<PaymentOperation[]> {
  const payments = await transaction.$queryRaw<{ paymentId: string; cents: number }[]>`
    SELECT id AS "paymentId", refundable_cents(paid)::float8 AS cents
    FROM payment_operations AS paid WHERE booking_id = ${bookingId}::uuid AND is_taken(paid)
    ORDER BY created_at DESC, id DESC`;
  const operations: PaymentOperation[] = [];
  let left = amountCents;
  for (const [index, { paymentId, cents }] of payments.entries()) {
    const part = index === payments.length - 1 ? left : Math.min(left, Math.max(cents, 0));
    if (part > 0) {
      const call = { kind: 'refund', bookingId, paymentId, amountCents: part } as const;
      operations.push(await startOperation(deps, transaction, call));
      left -= part;
    }
  }
  if (left > 0) {
    throw new Error(`Booking ${bookingId} has no payment to give back`);
  }
  return operations;
}

/**
 * Stores the end of a refund, or that it came back. What arrives settles what is owed; the rest was
 * given by the provider's dashboard and is taken from whoever had it.
 */
export async function endRefund(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  operation: PaymentOperation,
  outcome: PaymentOutcome,
): Promise<void> {
  const { kind, amountCents, provider } = operation;
  if (kind === 'refund_return') {
    await postOf(deps, transaction, operation, 'refund', refundAmounts(-amountCents));
  }
  if (kind === 'refund_return' || outcome.status !== 'succeeded') {
    await endRefusal(deps, transaction, booking, operation);
    return;
  }
  const owed = await owedTo(transaction, booking);
  if (amountCents > owed) {
    await takeOutside(deps, transaction, booking, operation, amountCents - owed);
  }
  const [reason, from] =
    provider === bank ? (['remittance', 'bank'] as const) : (['refund', 'escrow'] as const);
  await postOf(deps, transaction, operation, reason, refundAmounts(amountCents, from));
  if (operation.isFromDashboard) {
    await tellOutside(deps, transaction, operation);
  }
  if (amountCents >= owed) {
    await transaction.refundBankDetails.deleteMany({ where: { bookingId: booking.id } });
  }
  if (!operation.isFromDashboard && (await wasRefused(transaction, booking.id))) {
    await tellTraveler(
      deps,
      transaction,
      booking,
      operation,
      provider === bank ? 'remitted' : 'arrived',
    );
  }
}

const owedTo = async (
  transaction: Prisma.TransactionClient,
  { id }: MovedBooking,
): Promise<number> => 0 - (await balancesOf(transaction, id)).refund_payable;

const wasRefused = async (transaction: Prisma.TransactionClient, bookingId: string) =>
  (await transaction.paymentOperation.count({
    where: { bookingId, OR: [{ kind: 'refund_return' }, { kind: 'refund', status: 'failed' }] },
  })) > 0;

async function takeOutside(
  deps: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  operation: PaymentOperation,
  cents: number,
): Promise<void> {
  const { id, refundCents, outsideRefundCents, releasedAt } = booking;
  const data = {
    outsideRefundCents: outsideRefundCents + cents,
    ...(refundCents !== null && { refundCents: refundCents + cents }),
  };
  await transaction.booking.update({ where: { id }, data });
  const isDivided = releasedAt !== null || refundCents !== null;
  const amounts: Amounts = isDivided
    ? { ...sharesTaken(booking, data), refund_payable: -cents }
    : refundOrderAmounts(cents);
  await postOf(deps, transaction, operation, 'refund_order', amounts);
}

/** A booking whose whole price was given back before the stay ends. */
async function tellOutside(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  { bookingId, amountCents: amount, currency }: PaymentOperation,
): Promise<void> {
  const booking = await lockBooking(transaction, bookingId);
  const { outsideRefundCents: refundCents, totalPriceCents } = booking;
  const note = `${formatMoney({ amount, currency })} was given back at the payment provider.`;
  const made = { party: 'payment', actorId: null, note } as const;
  const isOver =
    refundCents >= totalPriceCents &&
    isOpen(booking, 'end_by_refund', 'payment', momentOf(deps, booking));
  await (isOver
    ? makeMove(deps, transaction, booking, 'end_by_refund', {
        ...made,
        data: { refundCents, endedBy: 'payment' },
      })
    : makeMove(deps, transaction, booking, 'refund_at_provider', made));
}

const postOf = (
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: operationId, bookingId, currency }: PaymentOperation,
  reason: 'refund_order' | 'refund' | 'remittance',
  amounts: Amounts,
) => post(transaction, { bookingId, reason, operationId, currency, amounts, at: clock() });

/** Tells the traveler about the first refusal, and the team once nothing is tried any more. */
async function endRefusal(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  operation: PaymentOperation,
): Promise<void> {
  const { id: operationId, failureCode: code, bookingId } = operation;
  deps.log.error({ bookingId, operation: operationId, code }, 'a refund was refused');
  const refused = await refusedRefund(transaction, bookingId);
  if (!refused || code === lost) {
    return;
  }
  if (refused.refusals === 1) {
    await tellTraveler(deps, transaction, booking, operation, 'refused');
  }
  if (refused.refusals === refundRetryHours.length + 1) {
    const team = refundNews(deps, teamOf(deps), {
      ...newsOf(deps, booking, operation, 'listed'),
      link: `${deps.publicUrl}/admin/bookings/refunds`,
    });
    await queueMail(transaction, team);
  }
}

/** The failure code of a call that never arrived, which is no refusal. */
const lost = 'no_answer';

export const newsOf = (
  { publicUrl }: Pick<BookingDeps, 'publicUrl'>,
  { id, resort, user, checkIn, checkOut }: MovedBooking,
  {
    amountCents: amount,
    currency,
    provider,
    providerReference,
  }: Pick<PaymentOperation, 'amountCents' | 'currency' | 'provider' | 'providerReference'>,
  news: Parameters<typeof refundNews>[2]['news'],
) => ({
  news,
  resortName: resort.name,
  dates: formatDays(checkIn, checkOut),
  traveler: `${user.firstName} ${user.lastName}`,
  amount: formatMoney({ amount, currency }),
  reference: provider === bank ? providerReference : null,
  link: `${publicUrl}/bookings/${id}`,
});

async function tellTraveler(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  operation: PaymentOperation,
  news: 'refused' | 'arrived' | 'remitted',
): Promise<void> {
  if (booking.user.closedAt === null) {
    const to = recipientOf(booking.user);
    await queueMail(transaction, refundNews(deps, to, newsOf(deps, booking, operation, news)));
  }
}

const refusedSql = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT booking_id AS "bookingId", cents, currency, refusals, refused_at AS "refusedAt",
         is_under_way AS "isUnderWay"
  FROM refused_refunds WHERE ${which} ORDER BY booking_id`;

export const refusedRefund = async (
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  bookingId: string,
): Promise<RefusedRefund | undefined> =>
  (
    await transaction.$queryRaw<RefusedRefund[]>(
      refusedSql(Prisma.sql`booking_id = ${bookingId}::uuid`),
    )
  )[0];

/** When a refused refund is tried again by itself; null if it is under way or listed for the team. */
export function nextTry({
  refusals,
  refusedAt,
  isUnderWay,
}: Pick<RefusedRefund, 'refusals' | 'refusedAt' | 'isUnderWay'>): Date | null {
  const delay = refusals === 0 ? 0 : refundRetryHours[refusals - 1];
  return isUnderWay || delay === undefined
    ? null
    : new Date(refusedAt.getTime() + delay * 3_600_000);
}

/** Whether nothing is tried by itself any more, in SQL on `refused_refunds`. */
export const listedSql = Prisma.sql`refusals > ${Prisma.raw(String(refundRetryHours.length))} AND NOT is_under_way`;

/**
 * Orders every refused refund again that is due.
 * @returns ids of the operations to perform
 */
export async function retryRefunds(deps: BookingDeps): Promise<string[]> {
  if (!deps.payments) {
    return [];
  }
  const waiting = await deps.database.read<RefusedRefund>(
    refusedSql(
      Prisma.sql`NOT is_under_way AND NOT (${listedSql}) AND NOT money_is_frozen(booking_id)`,
    ),
    'each time',
  );
  const operations: string[] = [];
  for (const { bookingId } of waiting.filter((refused) => isDue(deps, refused))) {
    try {
      operations.push(...(await retryDue(deps, bookingId)));
    } catch (error) {
      deps.log.error({ booking: bookingId, err: error }, 'a refund could not be tried again');
    }
  }
  return operations;
}

function isDue({ clock }: Pick<BookingDeps, 'clock'>, refused: RefusedRefund): boolean {
  const next = nextTry(refused);
  return next !== null && next <= clock();
}

/** Orders what is still owed again if it is due. @returns the id of the operation */
const retryDue = (deps: BookingDeps, bookingId: string): Promise<string[]> =>
  deps.database.prisma.$transaction(async (transaction) => {
    await lockBooking(transaction, bookingId);
    const refused = await refusedRefund(transaction, bookingId);
    return refused && isDue(deps, refused) ? orderAgain(deps, transaction, refused) : [];
  });

/** Orders a refused refund again, as operations with keys of their own. @returns their ids */
export const orderAgain = async (
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  { bookingId, cents }: RefusedRefund,
): Promise<string[]> =>
  (await startRefunds(deps, transaction, bookingId, cents)).map(({ id }) => id);
