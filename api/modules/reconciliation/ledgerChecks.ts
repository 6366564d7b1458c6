import { LedgerAccount, Prisma } from '#api/generated/prisma/client.ts';
import type { Deps } from '#api/context/context.ts';
import { formatMoney, type Money } from '#common/money.ts';
import { plural } from '#common/numbers.ts';
import {
  balancesOfRange,
  unbalancedTransactions,
  type Amounts,
  type Balances,
} from '../ledger/ledger.ts';
import { difference, type Difference } from './differences.ts';

export interface ExpectedBalances {
  bookingId: string;
  state: string;
  currency: string;
  balances: Balances;
}

/**
 * Reads the expected balances of bookings, by id, in the transaction that also reads the ledger.
 * @param which bookings, for example those after the previous page
 */
export type ReadExpected = (
  transaction: Prisma.TransactionClient,
  which: Prisma.BookingWhereInput,
  limit: number,
) => Promise<ExpectedBalances[]>;

const pageSize = 500;

/** Ledger transactions that the triggers would have refused. */
export async function checkTransactions(deps: Pick<Deps, 'database'>): Promise<Difference[]> {
  return (await unbalancedTransactions(deps)).map(({ id, bookingId, sum }) =>
    difference('unbalanced', `Ledger transaction ${id} sums to ${formatMoney(sum)}`, {
      bookingId,
    }),
  );
}

/**
 * Compares the state of every booking with its ledger. @returns also the number of compared
 * bookings
 */
export async function checkBookings(
  { database }: Pick<Deps, 'database'>,
  readExpected: ReadExpected,
): Promise<{ compared: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let compared = 0;
  let after: string | null = null;
  for (;;) {
    const page: { last: string | null; compared: number; found: Difference[] } =
      await database.prisma.$transaction(
        (transaction) => comparePage(transaction, readExpected, after),
        // Reads bookings and ledger at the same instant.
        { isolationLevel: 'RepeatableRead' },
      );
    differences.push(...page.found);
    compared += page.compared;
    after = page.last;
    if (after === null) {
      return { compared, differences };
    }
  }
}

async function comparePage(
  transaction: Prisma.TransactionClient,
  readExpected: ReadExpected,
  after: string | null,
): Promise<{ last: string | null; compared: number; found: Difference[] }> {
  const which = after === null ? {} : { id: { gt: after } };
  const expected = await readExpected(transaction, which, pageSize);
  const last = expected.length === pageSize ? (expected.at(-1)?.bookingId ?? null) : null;
  const posted = await balancesOfRange(transaction, { after, until: last });
  const found: Difference[] = [];
  for (const booking of expected) {
    const { bookingId } = booking;
    found.push(...compareBalances(booking, posted.get(bookingId) ?? {}));
    posted.delete(bookingId);
  }
  for (const bookingId of posted.keys()) {
    found.push(difference('balance', 'A booking outside of the ledger has entries', { bookingId }));
  }
  return { last, compared: expected.length, found };
}

/** Accounts of a booking that do not have what its state calls for. */
export const wrongAccounts = (
  { balances }: Pick<ExpectedBalances, 'balances'>,
  posted: Amounts,
): { account: LedgerAccount; cents: number; right: number }[] =>
  Object.values(LedgerAccount)
    .map((account) => ({ account, cents: posted[account] ?? 0, right: balances[account] }))
    .filter(({ cents, right }) => cents !== right);

export function compareBalances(booking: ExpectedBalances, posted: Amounts): Difference[] {
  const { currency } = booking;
  const money = (amount: number) => formatMoney({ amount, currency });
  const wrong = wrongAccounts(booking, posted).map(
    ({ account, cents, right }) => `${account} is ${money(cents)} instead of ${money(right)}`,
  );
  const words = `A booking that is ${booking.state}: ${wrong.join(', ')}`;
  return wrong.length > 0 ? [difference('balance', words, { bookingId: booking.bookingId })] : [];
}

/** Finds money-moving operations without a ledger transaction, and the reverse. */
export async function checkPostings({ database }: Pick<Deps, 'database'>): Promise<Difference[]> {
  const rows = await database.read<{
    bookingId: string | null;
    saleId: string | null;
    operationId: string | null;
    moved: number;
    posted: number;
    currency: string;
  }>(Prisma.sql`
    WITH moved AS (
      SELECT id AS operation_id, coalesce(booking_id, sale_id) AS subject, currency,
             CASE WHEN kind IN ('charge', 'claim', 'capture', 'refund_return', 'reversal') THEN amount_cents
                  ELSE -amount_cents END AS cents
      FROM payment_operations
      WHERE status = 'succeeded' AND kind IN ('charge', 'claim', 'capture', 'refund', 'refund_return', 'transfer', 'reversal')
        AND provider <> 'bank'
    ), posted AS (
      SELECT operation_id, coalesce(booking_id, sale_id) AS subject, currency, sum(amount_cents)::int AS cents
      FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
      WHERE account = 'escrow' AND reason NOT IN ('chargeback', 'chargeback_end', 'correction', 'fee', 'movement')
      GROUP BY operation_id, subject, currency
    )
    SELECT (SELECT id FROM bookings WHERE id = subject) AS "bookingId",
           (SELECT id FROM sales WHERE id = subject) AS "saleId", operation_id AS "operationId",
           coalesce(moved.cents, 0) AS moved, coalesce(posted.cents, 0) AS posted, currency
    FROM moved FULL JOIN posted USING (operation_id, subject, currency)
    WHERE moved.cents IS DISTINCT FROM posted.cents
    ORDER BY subject, operation_id LIMIT ${mostReported}`);
  return rows.map(({ moved, posted, currency, saleId: reference, ...ids }) => {
    const [there, here] = [moved, posted].map((amount) => formatMoney({ amount, currency }));
    return difference('unposted', `${there} was moved, and the ledger has ${here}`, {
      ...ids,
      reference,
    });
  });
}

/** Finds refunds that are owed and not under way: refused, or never sent. */
export async function checkRefunds({ database }: Pick<Deps, 'database'>): Promise<Difference[]> {
  const rows = await database.read<{
    bookingId: string | null;
    saleId: string | null;
    money: Money;
    refusals: number | null;
    reason: string | null;
  }>(Prisma.sql`
    WITH owed AS (
      SELECT booking_id, sale_id,
             json_build_object('amount', -sum(amount_cents), 'currency', currency) AS money
      FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
      WHERE account = 'refund_payable' GROUP BY booking_id, sale_id, currency HAVING sum(amount_cents) <> 0
    )
    SELECT owed.booking_id AS "bookingId", owed.sale_id AS "saleId", money, refusals, reason
    FROM owed LEFT JOIN refused_refunds
      ON refused_refunds.booking_id = owed.booking_id OR refused_refunds.sale_id = owed.sale_id
    WHERE NOT EXISTS (SELECT FROM payment_operations
                      WHERE (booking_id = owed.booking_id OR sale_id = owed.sale_id)
                        AND kind = 'refund' AND status = 'waiting')
    ORDER BY 1, 2 LIMIT ${mostReported}`);
  return rows.map(({ bookingId, saleId: reference, money, refusals, reason }) => {
    const words = refusals
      ? `A refund of ${formatMoney(money)} was refused ${plural(refusals, 'time')} so far: ${reason}`
      : `A refund of ${formatMoney(money)} is owed and is not under way`;
    return difference('refund', words, { bookingId, reference });
  });
}

/** Finds payouts that were taken back in the provider's dashboard: nobody is paid again unasked. */
export async function checkRecalled({ database }: Pick<Deps, 'database'>): Promise<Difference[]> {
  const rows = await database.read<{ bookingId: string; money: Money }>(Prisma.sql`
    SELECT booking_id AS "bookingId",
           json_build_object('amount', cents, 'currency', currency) AS money
    FROM payables WHERE cents > 0 AND payout_is_recalled(booking_id)
    ORDER BY booking_id LIMIT ${mostReported}`);
  return rows.map(({ bookingId, money }) =>
    difference('recalled', `${formatMoney(money)} of the owner is held`, { bookingId }),
  );
}

/** Compares the sums that decide payouts, which a trigger maintains, with the ledger. */
export async function checkPayables({ database }: Pick<Deps, 'database'>): Promise<Difference[]> {
  const rows = await database.read<{ bookingId: string; owed: Money; paid: Money }>(Prisma.sql`
    WITH ledger AS (
      SELECT booking_id, currency, -sum(amount_cents) AS owed
      FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
      WHERE account = 'owner_payable' GROUP BY booking_id, currency
    )
    SELECT booking_id AS "bookingId",
           json_build_object('amount', coalesce(owed, 0), 'currency', currency) AS owed,
           json_build_object('amount', coalesce(cents, 0), 'currency', currency) AS paid
    FROM ledger FULL JOIN payables USING (booking_id, currency)
    WHERE owed IS DISTINCT FROM cents ORDER BY booking_id LIMIT ${mostReported}`);
  return rows.map(({ bookingId, owed, paid }) => {
    const words = `The owner is owed ${formatMoney(owed)} and would be paid ${formatMoney(paid)}`;
    return difference('balance', words, { bookingId });
  });
}

/** Days after which the escrow partner should have confirmed an order. */
const payoutDays = 7;

/**
 * Finds sales whose ledger is not what the escrow partner has told, or does not have what was ordered
 * for their sides, and orders that were not confirmed.
 */
export async function checkSales({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<Difference[]> {
  const differing = await database.read<{ saleId: string; told: Money; posted: Money }>(Prisma.sql`
    WITH told AS (
      SELECT sale_id, sum(CASE WHEN kind IN ('deposit', 'balance') THEN amount_cents ELSE -amount_cents END) AS cents
      FROM escrow_events WHERE kind IS NOT NULL GROUP BY sale_id
    ), posted AS (
      SELECT sale_id, sum(amount_cents) AS cents
      FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
      WHERE account::text = 'partner_escrow' AND sale_id IS NOT NULL GROUP BY sale_id
    )
    SELECT sale_id AS "saleId",
           json_build_object('amount', coalesce(told.cents, 0), 'currency', currency) AS told,
           json_build_object('amount', coalesce(posted.cents, 0), 'currency', currency) AS posted
    FROM told FULL JOIN posted USING (sale_id) JOIN sale_terms USING (sale_id)
    WHERE number = 1 AND told.cents IS DISTINCT FROM posted.cents
    ORDER BY sale_id LIMIT ${mostReported}`);
  const owing = await database.read<{ saleId: string; ordered: Money; posted: Money }>(Prisma.sql`
    WITH open AS (
      SELECT sale_id, sum(amount_cents) AS cents FROM escrow_payouts WHERE paid_at IS NULL GROUP BY sale_id
    ), posted AS (
      SELECT sale_id, -sum(amount_cents) AS cents
      FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
      WHERE account::text IN ('sale_payable', 'refund_payable') AND sale_id IS NOT NULL GROUP BY sale_id
    )
    SELECT sale_id AS "saleId",
           json_build_object('amount', coalesce(open.cents, 0), 'currency', currency) AS ordered,
           json_build_object('amount', coalesce(posted.cents, 0), 'currency', currency) AS posted
    FROM open FULL JOIN posted USING (sale_id) JOIN sale_terms USING (sale_id)
    WHERE number = 1 AND coalesce(open.cents, 0) <> coalesce(posted.cents, 0)
    ORDER BY sale_id LIMIT ${mostReported}`);
  const waiting = await database.read<{ saleId: string; money: Money }>(Prisma.sql`
    SELECT sale_id AS "saleId", json_build_object('amount', amount_cents, 'currency', currency) AS money
    FROM escrow_payouts
    WHERE paid_at IS NULL AND ordered_at < ${clock()}::timestamptz - make_interval(days => ${payoutDays}::int)
    ORDER BY sale_id LIMIT ${mostReported}`);
  return [
    ...differing.map(({ saleId, told, posted }) =>
      difference(
        'balance',
        `The escrow partner has told of ${formatMoney(told)} for sale ${saleId}, and the ledger has ${formatMoney(posted)}`,
        { reference: saleId },
      ),
    ),
    ...owing.map(({ saleId, ordered, posted }) =>
      difference(
        'balance',
        `${formatMoney(ordered)} is ordered for the sides of sale ${saleId}, and the ledger owes them ${formatMoney(posted)}`,
        { reference: saleId },
      ),
    ),
    ...waiting.map(({ saleId, money }) =>
      difference(
        'stuck',
        `${formatMoney(money)} for sale ${saleId} was ordered, and not confirmed for ${plural(payoutDays, 'day')}`,
        { reference: saleId },
      ),
    ),
  ];
}

const mostReported = 1_000;
