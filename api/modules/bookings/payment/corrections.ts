import { z } from 'zod';
import { LedgerAccount, type Prisma } from '#api/generated/prisma/client.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { balancesOf, post } from '#api/modules/ledger/ledger.ts';
import { takeRefunds } from '#api/modules/payments/providerRefunds.ts';
import {
  storedDifferences,
  type Difference,
  type DifferenceKind,
} from '#api/modules/reconciliation/differences.ts';
import {
  checkRefunds,
  compareBalances,
  wrongAccounts,
} from '#api/modules/reconciliation/ledgerChecks.ts';
import { comparePayment } from '#api/modules/reconciliation/providerChecks.ts';
import {
  ConflictError,
  InvalidInputError,
  UnavailableError,
  requireFound,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { formatMoney } from '#common/money.ts';
import { PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { lockBooking, type BookingDeps } from '../moves/makeMove.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { applyOutcome } from './settlePayment.ts';

const comparedInput = z.object({ bookingId: z.uuid('Booking not found') });

/**
 * Compares one booking with ledger and provider again, takes over refunds made there, and puts what
 * is found into the latest report, in place of what it said about the booking.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {UnavailableError} if the provider does not answer
 */
export async function compareAgain(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Difference[]> {
  requireAdmin(viewer);
  const { bookingId } = parseInput(comparedInput, input);
  const ofPayments = await comparePayments(deps, bookingId);
  const found = [...ofPayments, ...(await compareLedger(deps, bookingId))];
  await replaceInReport(deps, bookingId, ['payment', 'missing_payment', ...ofLedger], found);
  return found;
}

const ofLedger = ['balance', 'refund'] as const;

async function compareLedger(deps: BookingDeps, bookingId: string): Promise<Difference[]> {
  const refunds = await checkRefunds(deps);
  const balances = await deps.database.prisma.$transaction(async (transaction) =>
    compareBalances(
      await expectedOf(transaction, bookingId),
      await balancesOf(transaction, bookingId),
    ),
  );
  return [...balances, ...refunds.filter((refund) => refund.bookingId === bookingId)];
}

async function expectedOf(transaction: Prisma.TransactionClient, bookingId: string) {
  const [expected] = await readExpectedBalances(transaction, { id: bookingId }, 1);
  requireFound(expected, 'Booking not found');
  return expected;
}

async function comparePayments(deps: BookingDeps, bookingId: string): Promise<Difference[]> {
  const { payments: provider } = deps;
  if (!provider) {
    return [];
  }
  const operations = await deps.database.prisma.paymentOperation.findMany({
    where: {
      bookingId,
      provider: provider.name,
      kind: { in: ['authorize', 'charge'] },
      providerReference: { not: null },
    },
  });
  const take = (reference: string) => takeRefunds(deps, provider, reference, applyOutcome(deps));
  try {
    const found = operations.map((operation) => comparePayment(deps, provider, operation, take));
    return (await Promise.all(found)).flat();
  } catch (error) {
    if (error instanceof PaymentUnavailable) {
      throw new UnavailableError('The payment provider did not answer. Please try again', 60);
    }
    throw error;
  }
}

/** A row lock keeps two comparisons from undoing each other's changes of the report. */
const replaceInReport = (
  deps: BookingDeps,
  bookingId: string,
  kinds: readonly DifferenceKind[],
  found: Difference[],
) =>
  deps.database.prisma.$transaction(async (transaction) => {
    const [latest] = await transaction.$queryRaw<{ id: string; differences: unknown }[]>`
      SELECT id, differences FROM reconciliation_reports ORDER BY at DESC LIMIT 1 FOR UPDATE`;
    if (!latest) {
      return;
    }
    const others = storedDifferences
      .parse(latest.differences)
      .filter((each) => each.bookingId !== bookingId || !kinds.includes(each.kind));
    await transaction.reconciliationReport.update({
      where: { id: latest.id },
      data: { differences: [...others, ...found].map((each) => ({ ...each })) },
    });
  });

const correction = z.object({
  bookingId: z.string(),
  debit: z.enum(LedgerAccount, { error: 'Choose the account that gets more' }),
  credit: z.enum(LedgerAccount, { error: 'Choose the account that gets less' }),
  amountCents: z
    .number({ error: 'The amount is required' })
    .int('The amount must be whole cents')
    .min(1, 'The amount must be more than 0'),
  reason: z
    .string({ error: 'Reason is required' })
    .trim()
    .min(1, 'Reason is required')
    .max(2_000, 'The reason may have at most 2,000 characters'),
});

/**
 * Moves an amount between two ledger accounts of a booking. Refused unless it brings both balances
 * closer to the expected balances.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if the accounts do not differ by that much (any more)
 */
export async function correctLedger(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Difference[]> {
  const admin = requireAdmin(viewer);
  const { bookingId, debit, credit, amountCents, reason } = parseInput(correction, input);
  if (debit === credit) {
    throw new InvalidInputError('credit', 'Choose two accounts');
  }
  await deps.database.prisma.$transaction(async (transaction) => {
    const { currency } = await lockBooking(transaction, bookingId);
    const expected = await expectedOf(transaction, bookingId);
    const wrong = wrongAccounts(expected, await balancesOf(transaction, bookingId));
    const lackOf = (name: LedgerAccount): number => {
      const found = wrong.find(({ account }) => account === name);
      return found ? found.right - found.cents : 0;
    };
    const most = Math.min(lackOf(debit), -lackOf(credit));
    if (amountCents > most) {
      const money = formatMoney({ amount: Math.max(most, 0), currency });
      throw new ConflictError(
        'amountCents',
        most > 0
          ? `These accounts differ by ${money} at most`
          : 'These accounts do not differ, or not any more. Compare the booking again',
      );
    }
    await post(transaction, {
      bookingId,
      reason: 'correction',
      operationId: null,
      currency,
      amounts: { [debit]: amountCents, [credit]: -amountCents },
      at: deps.clock(),
    });
    await recordAudit(transaction, admin, 'booking.correctLedger', bookingId, {
      after: { debit, credit, amountCents },
      note: reason,
    });
  });
  const found = await compareLedger(deps, bookingId);
  await replaceInReport(deps, bookingId, ofLedger, found);
  return found;
}
