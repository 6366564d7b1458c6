import { Prisma, type PaymentOperation } from '#api/generated/prisma/client.ts';
import { refundRetryHours } from '#common/durations.ts';
import { lockSubject, startOperation, type PaymentDeps, type Subject } from './operations.ts';

/** Stands for the payment provider where the team paid by bank transfer. */
export const bank = 'bank';

/** A refund that was refused, from the view `refused_refunds`. */
export interface RefusedRefund extends Subject {
  cents: number;
  currency: string;
  refusals: number;
  refusedAt: Date;
  isUnderWay: boolean;
}

/** The rows of a subject, in SQL. */
const ofSubject = ({ bookingId, saleId }: Subject): Prisma.Sql =>
  saleId === null
    ? Prisma.sql`booking_id = ${bookingId}::uuid`
    : Prisma.sql`sale_id = ${saleId}::uuid`;

/** Divides a refund over the payments of its subject, the latest first, as far as each has it. */
export async function startRefunds(
  deps: Pick<PaymentDeps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  subject: Subject,
  amountCents: number,
): Promise<PaymentOperation[]> {
  const payments = await transaction.$queryRaw<{ paymentId: string; cents: number }[]>`
    SELECT id AS "paymentId", refundable_cents(paid)::float8 AS cents
    FROM payment_operations AS paid WHERE ${ofSubject(subject)} AND is_taken(paid)
    ORDER BY created_at DESC, id DESC`;
  const operations: PaymentOperation[] = [];
  let left = amountCents;
  for (const [index, { paymentId, cents }] of payments.entries()) {
    const part = index === payments.length - 1 ? left : Math.min(left, Math.max(cents, 0));
    if (part > 0) {
      const call = { kind: 'refund', ...subject, paymentId, amountCents: part } as const;
      operations.push(await startOperation(deps, transaction, call));
      left -= part;
    }
  }
  if (left > 0) {
    throw new Error(`${subject.bookingId ?? subject.saleId} has no payment to give back`);
  }
  return operations;
}

const refusedSql = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT booking_id AS "bookingId", sale_id AS "saleId", cents, currency, refusals,
         refused_at AS "refusedAt", is_under_way AS "isUnderWay"
  FROM refused_refunds WHERE ${which} ORDER BY booking_id, sale_id`;

export const refusedRefund = async (
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  subject: Subject,
): Promise<RefusedRefund | undefined> =>
  (await transaction.$queryRaw<RefusedRefund[]>(refusedSql(ofSubject(subject))))[0];

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
export async function retryRefunds(deps: PaymentDeps): Promise<string[]> {
  if (!deps.payments) {
    return [];
  }
  const waiting = await deps.database.read<RefusedRefund>(
    refusedSql(
      Prisma.sql`NOT is_under_way AND NOT (${listedSql})
        AND NOT money_is_frozen(coalesce(booking_id, sale_id))`,
    ),
    'each time',
  );
  const operations: string[] = [];
  for (const { bookingId, saleId } of waiting.filter((refused) => isDue(deps, refused))) {
    try {
      operations.push(...(await retryDue(deps, { bookingId, saleId })));
    } catch (error) {
      deps.log.error(
        { booking: bookingId, saleId, err: error },
        'a refund could not be tried again',
      );
    }
  }
  return operations;
}

function isDue({ clock }: Pick<PaymentDeps, 'clock'>, refused: RefusedRefund): boolean {
  const next = nextTry(refused);
  return next !== null && next <= clock();
}

/** Orders what is still owed again if it is due. @returns the id of the operation */
const retryDue = (deps: PaymentDeps, subject: Subject): Promise<string[]> =>
  deps.database.prisma.$transaction(async (transaction) => {
    await lockSubject(transaction, subject);
    const refused = await refusedRefund(transaction, subject);
    return refused && isDue(deps, refused) ? orderAgain(deps, transaction, refused) : [];
  });

/** Orders a refused refund again, as operations with keys of their own. @returns their ids */
export const orderAgain = async (
  deps: Pick<PaymentDeps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  { bookingId, saleId, cents }: RefusedRefund,
): Promise<string[]> =>
  (await startRefunds(deps, transaction, { bookingId, saleId }, cents)).map(({ id }) => id);
