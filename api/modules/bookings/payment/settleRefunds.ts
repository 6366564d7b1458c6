import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';
import { knownPassword } from '#api/modules/accounts/accountInput.ts';
import { requirePassword, type PasswordDeps } from '#api/modules/accounts/requirePassword.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { bookingOf, performOperation, type Subject } from '#api/modules/payments/operations.ts';
import { tellPayer, type Refunded } from '#api/modules/payments/refundNews.ts';
import {
  bank,
  listedSql,
  orderAgain,
  refusedRefund,
  type RefusedRefund,
} from '#api/modules/payments/refunds.ts';
import { ConflictError, ForbiddenError } from '#api/platform/errors.ts';
import { parseInput, filledLine } from '#api/platform/input/input.ts';
import { readBankDetails, type BankDetails } from '#api/platform/payments/bankDetails.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { refundedSale } from '#api/modules/sales/card/cardOutcome.ts';
import { lockSale } from '#api/modules/sales/moves/makeMove.ts';
import { lockBooking, type BookingDeps } from '../moves/makeMove.ts';
import { refundedStay } from './refunds.ts';
import { applyOutcome } from './settlePayment.ts';

type RefundDeps = BookingDeps & Pick<Deps, 'secrets'>;

/** A refused refund, for the team. */
export interface RefundToSettle extends Omit<RefusedRefund, 'isUnderWay'> {
  payerName: string;
  resortName: string;
  /** Of the listing that was for sale; null of a booking. */
  title: string | null;
  reason: string;
  since: Date;
  /** Whether it is not tried again by itself any more. */
  isListed: boolean;
  isUnderWay: boolean;
  askedAt: Date | null;
  enteredAt: Date | null;
}

const mostRefunds = 200;

/** Refused refunds that have not arrived: first those that wait for the team, by age. */
export const refundsToSettle = ({ database }: Pick<Deps, 'database'>): Promise<RefundToSettle[]> =>
  database.read<RefundToSettle>(
    Prisma.sql`
      SELECT refused_refunds.booking_id AS "bookingId", refused_refunds.sale_id AS "saleId", cents, refused_refunds.currency, refusals, reason, since,
             refused_at AS "refusedAt", is_under_way AS "isUnderWay", ${listedSql} AS "isListed",
             first_name || ' ' || last_name AS "payerName", resorts.name AS "resortName", listings.title,
             asked_at AS "askedAt", entered_at AS "enteredAt"
      FROM refused_refunds LEFT JOIN bookings ON bookings.id = refused_refunds.booking_id
      LEFT JOIN sales ON sales.id = refused_refunds.sale_id LEFT JOIN listings ON listings.id = sales.listing_id
      JOIN users ON users.id = coalesce(user_id, buyer_id)
      JOIN resorts ON resorts.id = coalesce(bookings.resort_id, listings.resort_id)
      LEFT JOIN refund_bank_details ON refund_bank_details.id = coalesce(refused_refunds.booking_id, refused_refunds.sale_id)
      ORDER BY ${listedSql} DESC, since, 1, 2 LIMIT ${mostRefunds}`,
    'each time',
  );

const ofOne = z
  .object({ bookingId: z.string().nullish(), saleId: z.string().nullish() })
  .refine(({ bookingId, saleId }) => (bookingId == null) !== (saleId == null), {
    path: ['bookingId'],
    error: 'Say which booking it is of, or which sale',
  })
  .transform(({ bookingId = null, saleId = null }) => ({ subject: { bookingId, saleId } }));

const seen = ofOne.and(
  z.object({
    amountCents: z
      .number({ error: 'The amount is required' })
      .int('The amount must be whole cents'),
  }),
);

/** Reads what a refund is of, and locks it until the transaction ends. @throws {NotFoundError} */
const lockRefunded = async (
  transaction: Prisma.TransactionClient,
  { bookingId, saleId }: Subject,
): Promise<Refunded> =>
  saleId === null
    ? refundedStay(await lockBooking(transaction, bookingOf({ bookingId })))
    : refundedSale(await lockSale(transaction, saleId));

/** What bank details and audit entries of a refund are of. */
const idOf = ({ bookingId, saleId }: Subject): string => saleId ?? bookingOf({ bookingId });

/**
 * Makes a step of the team with a refused refund, in one transaction with its audit entry.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it is under way, was settled, or another amount is owed now
 */
async function settleBy<Result>(
  deps: BookingDeps,
  viewer: Viewer | null,
  { subject, amountCents }: z.infer<typeof seen>,
  verb: 'retryRefund' | 'askRefundDetails' | 'openRefundDetails' | 'remitRefund',
  step: (
    transaction: Prisma.TransactionClient,
    refunded: Refunded,
    refused: RefusedRefund,
  ) => Promise<{ result: Result; note?: string }>,
): Promise<Result> {
  const admin = requireAdmin(viewer);
  return deps.database.prisma.$transaction(async (transaction) => {
    const refunded = await lockRefunded(transaction, subject);
    const refused = await refusedRefund(transaction, refunded);
    if (refused?.cents !== amountCents || refused.isUnderWay) {
      throw new ConflictError(
        'version',
        refused?.isUnderWay
          ? 'This refund is being tried just now. Load the list again'
          : 'This refund was settled, or another amount is owed now. Load the list again',
      );
    }
    const { result, note } = await step(transaction, refunded, refused);
    const area = refunded.saleId === null ? 'booking' : 'sale';
    await recordAudit(transaction, admin, `${area}.${verb}`, idOf(refunded), {
      after: { amountCents },
      ...(note !== undefined && { note }),
    });
    return result;
  });
}

/** Orders a refused refund again at once. @throws see `settleBy` */
export async function retryRefund(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Subject> {
  const wanted = parseInput(seen, input);
  const ids = await settleBy(
    deps,
    viewer,
    wanted,
    'retryRefund',
    async (transaction, _refunded, refused) => ({
      result: await orderAgain(deps, transaction, refused),
    }),
  );
  for (const id of ids) {
    await performOperation(deps, id, applyOutcome(deps));
  }
  return wanted.subject;
}

/** Asks the payer by mail where the money may be sent; again if they are asked already. */
export async function askRefundDetails(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Subject> {
  const wanted = parseInput(seen, input);
  return settleBy(
    deps,
    viewer,
    wanted,
    'askRefundDetails',
    async (transaction, refunded, { cents, currency }) => {
      if (refunded.payer.closedAt !== null) {
        throw new ConflictError(
          'bookingId',
          'The payer has closed their account. Look for their bank details elsewhere',
        );
      }
      const { bookingId, saleId } = refunded;
      const id = idOf(refunded);
      const askedAt = deps.clock();
      await transaction.refundBankDetails.upsert({
        where: { id },
        create: { id, bookingId, saleId, askedAt },
        update: { askedAt },
      });
      const about = { amountCents: cents, currency, provider: bank, providerReference: null };
      await tellPayer(deps, transaction, refunded, about, 'asked');
      return { result: { bookingId, saleId } };
    },
  );
}

const remittance = seen.and(
  z.object({
    reference: filledLine('The reference', 100, 'The reference of the transfer is required'),
  }),
);

/**
 * Records that the team paid a refund by bank transfer; sent again, it is recorded once.
 * @throws see `settleBy`
 */
export async function remitRefund(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Subject> {
  const { reference, ...wanted } = parseInput(remittance, input);
  const { subject, amountCents } = wanted;
  requireAdmin(viewer);
  const made = { kind: 'refund', provider: bank, providerReference: reference } as const;
  const before = z.uuid().safeParse(idOf(subject)).success
    ? await deps.database.prisma.paymentOperation.count({
        where: { ...subject, amountCents, ...made },
      })
    : 0;
  if (before > 0) {
    return subject;
  }
  return settleBy(deps, viewer, wanted, 'remitRefund', async (transaction, refunded, refused) => {
    const { bookingId, saleId } = refunded;
    const payment = await transaction.paymentOperation.findFirstOrThrow({
      where: { bookingId, saleId, kind: { in: ['authorize', 'charge'] }, status: 'succeeded' },
      orderBy: { createdAt: 'desc' },
    });
    const now = deps.clock();
    const operation = await transaction.paymentOperation.create({
      data: {
        ...made,
        bookingId,
        saleId,
        paymentId: payment.id,
        amountCents,
        currency: refused.currency,
        status: 'succeeded',
        createdAt: now,
        dueAt: now,
        settledAt: now,
      },
    });
    await applyOutcome(deps)(transaction, operation, { status: 'succeeded' });
    return { result: { bookingId, saleId }, note: reference };
  });
}

const given = ofOne.and(z.object({ password: knownPassword('Password') }));

/** The name under which bank details are sealed; see `rotateSecrets`. */
const sealName = (id: string): string => `refund.${id}`;

/**
 * Stores the payer's bank details, sealed, if the team has asked for them.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong
 * @throws {ConflictError} if nobody asks for them
 */
export async function giveRefundDetails(
  deps: RefundDeps & PasswordDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Subject> {
  requireSignIn(viewer);
  const { subject, password } = parseInput(given, input);
  const details = readBankDetails(input);
  await requirePassword(deps, viewer, password);
  return deps.database.prisma.$transaction(async (transaction) => {
    const refunded = await lockRefunded(transaction, subject);
    if (refunded.payer.id !== viewer.id) {
      throw new ForbiddenError('Only the one who paid can say where a refund goes');
    }
    const id = idOf(refunded);
    const sealed = deps.secrets.seal(sealName(id), JSON.stringify(details));
    const { count } = await transaction.refundBankDetails.updateMany({
      where: { id },
      data: { sealed, enteredAt: deps.clock() },
    });
    if (count === 0) {
      throw new ConflictError('bookingId', 'No bank details are needed for this refund any more');
    }
    return subject;
  });
}

/** Opens the bank details of a refund for the team; each opening is audited. */
export async function openRefundDetails(
  deps: RefundDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<BankDetails> {
  return settleBy(
    deps,
    viewer,
    parseInput(seen, input),
    'openRefundDetails',
    async (transaction, refunded) => {
      const id = idOf(refunded);
      const found = await transaction.refundBankDetails.findUnique({ where: { id } });
      if (!found?.sealed) {
        throw new ConflictError('bookingId', 'The payer has not entered any bank details yet');
      }
      const plain = deps.secrets.open(sealName(id), found.sealed);
      return { result: JSON.parse(plain) as BankDetails };
    },
  );
}
