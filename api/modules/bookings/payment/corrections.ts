import { z } from 'zod';
import { LedgerAccount, type Prisma } from '#api/generated/prisma/client.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { balancesOf, post } from '#api/modules/ledger/ledger.ts';
import { lookAt } from '#api/modules/payments/events.ts';
import {
  storedDifferences,
  type Difference,
  type DifferenceKind,
} from '#api/modules/reconciliation/differences.ts';
import {
  checkRecalled,
  checkRefunds,
  compareBalances,
  wrongAccounts,
} from '#api/modules/reconciliation/ledgerChecks.ts';
import { postMovement, readLine } from '#api/modules/reconciliation/movements.ts';
import { comparePayment, type TakeOver } from '#api/modules/reconciliation/providerChecks.ts';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
  requireFound,
} from '#api/platform/errors.ts';
import { filledLine, parseInput, words } from '#api/platform/input/input.ts';
import { formatMoney } from '#common/money.ts';
import { PaymentRefused, PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { lockBooking, type BookingDeps } from '../moves/makeMove.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { payAgain } from '#api/modules/payouts/payOut.ts';
import { requirePayments } from '#api/modules/payments/operations.ts';
import { paymentHandlers } from '../paymentHandlers.ts';
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
  const kinds = ['payment', 'missing_payment', ...ofLedger] as const;
  await replaceInReport(deps, ofBooking(bookingId, kinds), found);
  return found;
}

const ofLedger = ['balance', 'refund', 'recalled'] as const;

const ofBooking =
  (bookingId: string, kinds: readonly DifferenceKind[]) =>
  (each: Difference): boolean =>
    each.bookingId === bookingId && kinds.includes(each.kind);

async function compareLedger(deps: BookingDeps, bookingId: string): Promise<Difference[]> {
  const held = [...(await checkRefunds(deps)), ...(await checkRecalled(deps))];
  const balances = await deps.database.prisma.$transaction(async (transaction) =>
    compareBalances(
      await expectedOf(transaction, bookingId),
      await balancesOf(transaction, bookingId),
    ),
  );
  return [...balances, ...held.filter((each) => each.bookingId === bookingId)];
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
      kind: { in: ['authorize', 'charge', 'transfer'] },
      providerReference: { not: null },
    },
  });
  const take: TakeOver = (event) => lookAt(deps, provider, event, paymentHandlers(deps));
  try {
    const payments = operations.filter(({ kind }) => kind !== 'transfer');
    const transfers = operations.filter(({ kind }) => kind === 'transfer');
    for (const { providerReference: reference } of transfers) {
      await take({ kind: 'reversal', about: 'transfer', reference: reference ?? '' });
    }
    const found = payments.map((operation) => comparePayment(deps, provider, operation, take));
    return (await Promise.all(found)).flat();
  } catch (error) {
    throw asAway(error);
  }
}

const asAway = (error: unknown): unknown =>
  error instanceof PaymentUnavailable
    ? new UnavailableError('The payment provider did not answer. Please try again', 60)
    : error;

/** A row lock keeps two comparisons from undoing each other's changes of the report. */
const replaceInReport = (
  deps: BookingDeps,
  isOver: (difference: Difference) => boolean,
  found: Difference[] = [],
) =>
  deps.database.prisma.$transaction(async (transaction) => {
    const [latest] = await transaction.$queryRaw<{ id: string; differences: unknown }[]>`
      SELECT id, differences FROM reconciliation_reports ORDER BY at DESC LIMIT 1 FOR UPDATE`;
    if (!latest) {
      return;
    }
    const others = storedDifferences.parse(latest.differences).filter((each) => !isOver(each));
    await transaction.reconciliationReport.update({
      where: { id: latest.id },
      data: { differences: [...others, ...found].map((each) => ({ ...each })) },
    });
  });

const recorded = z.object({
  reference: filledLine('Reference', 200),
  account: z.enum(['bank', 'provider_fee'], {
    error: 'Choose our own bank account, or what the provider charges',
  }),
  reason: words('Reason'),
});

/**
 * Posts a change of the balance at the provider that no booking explains, such as another sale.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if the ledger has it, or a booking is behind it
 */
export async function recordMovement(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(viewer);
  const { reference, account, reason: note } = parseInput(recorded, input);
  const provider = requirePayments(deps);
  const line = await readLine(deps, provider, reference).catch((error: unknown) => {
    throw error instanceof PaymentRefused ? new NotFoundError('Movement not found') : asAway(error);
  });
  await deps.database.prisma.$transaction(async (transaction) => {
    const isNew =
      line?.state === 'unknown' &&
      line.bookingId === null &&
      (await postMovement(deps, transaction, provider, line, { to: account }));
    if (!isNew) {
      throw new ConflictError('reference', 'The ledger has this already. Run a comparison');
    }
    await recordAudit(transaction, admin, 'ledger.recordMovement', reference, {
      after: { account, amountCents: line.amountCents, currency: line.currency },
      note,
    });
  });
  await replaceInReport(deps, (each) => each.kind === 'movement' && each.reference === reference);
}

/**
 * Pays an owner again what was taken back in the provider's dashboard.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if nothing is held, or the owner can't be paid
 */
export async function payOwnerAgain(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(viewer);
  const { bookingId } = parseInput(comparedInput, input);
  const { ownerId } =
    (await deps.database.prisma.booking.findUnique({ where: { id: bookingId } })) ?? {};
  const isHeld = (await checkRecalled(deps)).some((each) => each.bookingId === bookingId);
  if (!ownerId || !isHeld || !(await payAgain(deps, { bookingId, ownerId }, applyOutcome(deps)))) {
    throw new ConflictError(
      'bookingId',
      'Nothing was sent: nothing is held any more, or the owner can’t be paid now',
    );
  }
  await recordAudit(deps.database.prisma, admin, 'booking.payAgain', bookingId);
  await replaceInReport(deps, ofBooking(bookingId, ['recalled']));
}

const correction = z.object({
  bookingId: z.string(),
  debit: z.enum(LedgerAccount, { error: 'Choose the account that gets more' }),
  credit: z.enum(LedgerAccount, { error: 'Choose the account that gets less' }),
  amountCents: z
    .number({ error: 'The amount is required' })
    .int('The amount must be whole cents')
    .min(1, 'The amount must be more than 0'),
  reason: words('Reason'),
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
  await replaceInReport(deps, ofBooking(bookingId, ofLedger), found);
  return found;
}
