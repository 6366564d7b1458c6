import type { Deps } from '#api/context/context.ts';
import { PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import { lookAt, type EventHandlers } from '../payments/events.ts';
import { requirePayments, type PaymentDeps } from '../payments/operations.ts';
import type { Difference } from './differences.ts';
import {
  checkBookings,
  checkPayables,
  checkPostings,
  checkRecalled,
  checkRefunds,
  checkSales,
  checkTransactions,
  type ReadExpected,
} from './ledgerChecks.ts';
import { checkMovements, readOn } from './movements.ts';
import { checkDisputes, checkOpen, checkProvider, type TakeOver } from './providerChecks.ts';

export interface Reconciliation {
  bookings: number;
  payments: number;
  differences: Difference[];
  /** What could not be compared, in words. */
  notRead: string[];
}

/** Milliseconds of the provider's books that the daily job covers. */
const period = 35 * 24 * 60 * 60_000;

/**
 * Compares bookings, ledger and payment provider with each other.
 * @param since limits the payments; the ledger is compared as a whole
 * @param takeOver see `checkProvider` and `readOn`
 */
export async function reconcile(
  deps: Pick<Deps, 'database' | 'payments' | 'clock' | 'log'>,
  readExpected: ReadExpected,
  since: Date,
  takeOver?: TakeOver,
): Promise<Reconciliation> {
  // First, since it may take over what was made in the provider's dashboard.
  const payments = await compareProvider(deps, since, takeOver);
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
      await checkRecalled(deps),
      await checkSales(deps),
      payments.differences,
      await checkOpen(deps),
      await checkDisputes(deps, since),
    ].flat(),
    notRead: payments.notRead,
  };
}

async function compareProvider(
  deps: Pick<Deps, 'database' | 'payments' | 'clock' | 'log'>,
  since: Date,
  takeOver: TakeOver | undefined,
): Promise<{ compared: number; differences: Difference[]; notRead: string[] }> {
  const { payments: provider } = deps;
  if (!provider) {
    const words = 'The payment provider, since no keys of it are set (STRIPE_SECRET_KEY)';
    return { compared: 0, differences: [], notRead: [words] };
  }
  const found = { compared: 0, differences: [] as Difference[], notRead: [] as string[] };
  const read = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) {
        throw error;
      }
      found.notRead.push(`${what}: ${error.message}`);
    }
  };
  await read('The payments and transfers at the provider', async () => {
    Object.assign(found, await checkProvider(deps, provider, since, takeOver));
  });
  await read('The balance at the provider', async () => {
    if (takeOver && !(await readOn(deps, provider, takeOver))) {
      found.notRead.push('The balance at the provider: its books are still being read');
    } else {
      found.differences.push(...(await checkMovements(deps, provider, since)));
    }
  });
  return found;
}

/** The daily job: compares, stores the report for administrators, and logs each difference. */
export async function reconcileDaily(
  deps: Pick<Deps, 'database' | 'payments' | 'clock' | 'log'>,
  readExpected: ReadExpected,
  handlers: EventHandlers,
): Promise<void> {
  const at = deps.clock();
  const since = new Date(at.getTime() - period);
  const found = await reconcile(deps, readExpected, since, takeOverBy(deps, handlers));
  const { differences, ...compared } = found;
  await deps.database.prisma.reconciliationReport.create({
    data: { at, ...compared, differences: differences.map((found) => ({ ...found })) },
  });
  for (const found of differences) {
    deps.log.error({ difference: found }, 'bookings, ledger and payments do not agree');
  }
  deps.log.info({ ...compared, differences: differences.length }, 'payments were reconciled');
}

/** What an event would have told. */
const takeOverBy =
  (deps: PaymentDeps, handlers: EventHandlers): TakeOver =>
  (event) =>
    lookAt(deps, requirePayments(deps), event, handlers);

/** The hourly job: posts fees and payouts to our bank, and takes over what no event told. */
export async function postMovements(
  deps: PaymentDeps,
  handlers: EventHandlers,
  pages?: number,
): Promise<void> {
  const { payments, database } = deps;
  if (payments && !(await readOn(deps, payments, takeOverBy(deps, handlers), pages))) {
    await database.prisma.$executeRaw`
      SELECT graphile_worker.add_job('post_movements', job_key => 'post_movements:on')`;
  }
}
