import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type Booking } from '#api/generated/prisma/client.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { knownPassword } from '#api/modules/accounts/accountInput.ts';
import { requirePassword, type PasswordDeps } from '#api/modules/accounts/requirePassword.ts';
import { recordAudit, type AuditAction } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { performOperation } from '#api/modules/payments/operations.ts';
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
import { lockBooking, type BookingDeps, type MovedBooking } from '../moves/makeMove.ts';
import { refundNews } from './refundMails.ts';
import { newsOf } from './refunds.ts';
import { applyOutcome } from './settlePayment.ts';

type RefundDeps = BookingDeps & Pick<Deps, 'secrets'>;

/** A refused refund, for the team. */
export interface RefundToSettle extends Omit<RefusedRefund, 'isUnderWay'> {
  travelerName: string;
  resortName: string;
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
      SELECT booking_id AS "bookingId", sale_id AS "saleId", cents, refused_refunds.currency, refusals, reason, since,
             refused_at AS "refusedAt", is_under_way AS "isUnderWay", ${listedSql} AS "isListed",
             first_name || ' ' || last_name AS "travelerName", resorts.name AS "resortName",
             asked_at AS "askedAt", entered_at AS "enteredAt"
      FROM refused_refunds LEFT JOIN bookings ON bookings.id = booking_id
      LEFT JOIN sales ON sales.id = sale_id LEFT JOIN listings ON listings.id = sales.listing_id
      JOIN users ON users.id = coalesce(user_id, buyer_id)
      JOIN resorts ON resorts.id = coalesce(bookings.resort_id, listings.resort_id)
      LEFT JOIN refund_bank_details ON refund_bank_details.id = booking_id
      ORDER BY ${listedSql} DESC, since, booking_id, sale_id LIMIT ${mostRefunds}`,
    'each time',
  );

const seen = z.object({
  bookingId: z.string(),
  amountCents: z.number({ error: 'The amount is required' }).int('The amount must be whole cents'),
});

/**
 * Makes a step of the team with a refused refund, in one transaction with its audit entry.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it is under way, was settled, or another amount is owed now
 */
async function settleBy<Result>(
  deps: BookingDeps,
  viewer: Viewer | null,
  { bookingId, amountCents }: z.infer<typeof seen>,
  action: AuditAction,
  step: (
    transaction: Prisma.TransactionClient,
    booking: MovedBooking,
    refused: RefusedRefund,
  ) => Promise<{ result: Result; note?: string }>,
): Promise<Result> {
  const admin = requireAdmin(viewer);
  return deps.database.prisma.$transaction(async (transaction) => {
    const booking = await lockBooking(transaction, bookingId);
    const refused = await refusedRefund(transaction, { bookingId, saleId: null });
    if (refused?.cents !== amountCents || refused.isUnderWay) {
      throw new ConflictError(
        'version',
        refused?.isUnderWay
          ? 'This refund is being tried just now. Load the list again'
          : 'This refund was settled, or another amount is owed now. Load the list again',
      );
    }
    const { result, note } = await step(transaction, booking, refused);
    await recordAudit(transaction, admin, action, booking.id, {
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
): Promise<Pick<Booking, 'id'>> {
  const wanted = parseInput(seen, input);
  const ids = await settleBy(
    deps,
    viewer,
    wanted,
    'booking.retryRefund',
    async (transaction, _booking, refused) => ({
      result: await orderAgain(deps, transaction, refused),
    }),
  );
  for (const id of ids) {
    await performOperation(deps, id, applyOutcome(deps));
  }
  return { id: wanted.bookingId };
}

/** Asks the traveler by mail where the money may be sent; again if they are asked already. */
export async function askRefundDetails(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Pick<Booking, 'id'>> {
  const wanted = parseInput(seen, input);
  return settleBy(
    deps,
    viewer,
    wanted,
    'booking.askRefundDetails',
    async (transaction, booking, { cents, currency }) => {
      if (booking.user.closedAt !== null) {
        throw new ConflictError(
          'bookingId',
          'The traveler has closed their account. Look for their bank details elsewhere',
        );
      }
      const { id: bookingId } = booking;
      const askedAt = deps.clock();
      await transaction.refundBankDetails.upsert({
        where: { bookingId },
        create: { bookingId, askedAt },
        update: { askedAt },
      });
      const about = { amountCents: cents, currency, provider: bank, providerReference: null };
      const news = newsOf(deps, booking, about, 'asked');
      await queueMail(transaction, refundNews(deps, recipientOf(booking.user), news));
      return { result: { id: bookingId } };
    },
  );
}

const remittance = seen.extend({
  reference: filledLine('The reference', 100, 'The reference of the transfer is required'),
});

/**
 * Records that the team paid a refund by bank transfer; sent again, it is recorded once.
 * @throws see `settleBy`
 */
export async function remitRefund(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Pick<Booking, 'id'>> {
  const { reference, ...wanted } = parseInput(remittance, input);
  const { bookingId, amountCents } = wanted;
  requireAdmin(viewer);
  const made = { kind: 'refund', provider: bank, providerReference: reference } as const;
  const before = z.uuid().safeParse(bookingId).success
    ? await deps.database.prisma.paymentOperation.count({
        where: { bookingId, amountCents, ...made },
      })
    : 0;
  if (before > 0) {
    return { id: bookingId };
  }
  return settleBy(deps, viewer, wanted, 'booking.remitRefund', async (transaction, _, refused) => {
    const payment = await transaction.paymentOperation.findFirstOrThrow({
      where: { bookingId, kind: { in: ['authorize', 'charge'] }, status: 'succeeded' },
      orderBy: { createdAt: 'desc' },
    });
    const now = deps.clock();
    const operation = await transaction.paymentOperation.create({
      data: {
        ...made,
        bookingId,
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
    return { result: { id: bookingId }, note: reference };
  });
}

const given = z.object({ bookingId: z.string(), password: knownPassword('Password') });

/** The name under which bank details are sealed; see `rotateSecrets`. */
const sealName = (bookingId: string): string => `refund.${bookingId}`;

/**
 * Stores the traveler's bank details, sealed, if the team has asked for them.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong
 * @throws {ConflictError} if nobody asks for them
 */
export async function giveRefundDetails(
  deps: RefundDeps & PasswordDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Pick<Booking, 'id'>> {
  requireSignIn(viewer);
  const { bookingId, password } = parseInput(given, input);
  const details = readBankDetails(input);
  await requirePassword(deps, viewer, password);
  return deps.database.prisma.$transaction(async (transaction) => {
    const { id, userId } = await lockBooking(transaction, bookingId);
    if (userId !== viewer.id) {
      throw new ForbiddenError('Only the traveler can say where a refund goes');
    }
    const sealed = deps.secrets.seal(sealName(id), JSON.stringify(details));
    const { count } = await transaction.refundBankDetails.updateMany({
      where: { bookingId: id },
      data: { sealed, enteredAt: deps.clock() },
    });
    if (count === 0) {
      throw new ConflictError('bookingId', 'No bank details are needed for this booking any more');
    }
    return { id };
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
    'booking.openRefundDetails',
    async (transaction, { id: bookingId }) => {
      const found = await transaction.refundBankDetails.findUnique({ where: { bookingId } });
      if (!found?.sealed) {
        throw new ConflictError('bookingId', 'The traveler has not entered any bank details yet');
      }
      const plain = deps.secrets.open(sealName(bookingId), found.sealed);
      return { result: JSON.parse(plain) as BankDetails };
    },
  );
}
