import type { Deps } from '#api/context/context.ts';
import type { ApplyOutcome } from '../payments/operations.ts';
import { takeRefunds } from '../payments/providerRefunds.ts';
import type { Difference } from './differences.ts';
import {
  checkBookings,
  checkPayables,
  checkPostings,
  checkRefunds,
  checkTransactions,
  type ReadExpected,
} from './ledgerChecks.ts';
import { checkDisputes, checkOpen, checkProvider, type TakeRefunds } from './providerChecks.ts';

export interface Reconciliation {
  bookings: number;
  payments: number;
  differences: Difference[];
}

/** Milliseconds of the provider's books that the daily job covers. */
const period = 35 * 24 * 60 * 60_000;

/**
 * Compares bookings, ledger and payment provider with each other.
 * @param since limits the payments; the ledger is compared as a whole
 * @param takeRefunds see `checkProvider`
 */
export async function reconcile(
  deps: Pick<Deps, 'database' | 'payments' | 'clock'>,
  readExpected: ReadExpected,
  since: Date,
  takeRefunds?: TakeRefunds,
): Promise<Reconciliation> {
  // First, since it may take over what was made in the provider's dashboard.
  const payments = deps.payments
    ? await checkProvider(deps, deps.payments, since, takeRefunds)
    : { compared: 0, differences: [] };
  const bookings = await checkBookings(deps, readExpected);
  return {
    bookings: bookings.compared,
    payments: payments.compared,
    differences: [
      await checkTransactions(deps),
      bookings.differences,
      await checkPostings(deps),
      await checkPayables(deps),
      await checkRefunds(deps),
      payments.differences,
      await checkOpen(deps),
      await checkDisputes(deps, since),
    ].flat(),
  };
}

/** The daily job: compares, stores the report for administrators, and logs each difference. */
export async function reconcileDaily(
  deps: Pick<Deps, 'database' | 'payments' | 'clock' | 'log'>,
  readExpected: ReadExpected,
  apply: ApplyOutcome,
): Promise<void> {
  const { payments } = deps;
  const at = deps.clock();
  const since = new Date(at.getTime() - period);
  const { differences, ...compared } = await reconcile(
    deps,
    readExpected,
    since,
    payments ? (reference) => takeRefunds(deps, payments, reference, apply) : undefined,
  );
  await deps.database.prisma.reconciliationReport.create({
    data: { at, ...compared, differences: differences.map((found) => ({ ...found })) },
  });
  for (const found of differences) {
    deps.log.error({ difference: found }, 'bookings, ledger and payments do not agree');
  }
  deps.log.info({ ...compared, differences: differences.length }, 'payments were reconciled');
}
