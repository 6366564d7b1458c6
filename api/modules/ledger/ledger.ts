import type { Deps } from '#api/context/context.ts';
import type { Money } from '#common/money.ts';
import {
  LedgerAccount,
  Prisma,
  type LedgerReason,
  type LedgerTransaction,
} from '#api/generated/prisma/client.ts';

export type Amounts = Partial<Record<LedgerAccount, number>>;

export interface Posting {
  /** Null for what has no booking, such as a payout to our own bank. */
  bookingId: string | null;
  saleId?: string | null;
  reason: LedgerReason;
  operationId: string | null;
  /** The chargeback that it is about, which has one transaction for each reason. */
  chargebackId?: string;
  /** Provider and line of its books that it is about, which has one transaction. */
  providerRecord?: string;
  currency: string;
  /** Sum to zero. Accounts with 0 are left out. */
  amounts: Amounts;
  at: Date;
}

/**
 * Writes a ledger transaction in the database transaction of its move. The database refuses a
 * second entry for the same booking, reason and operation, and, at the commit, amounts that do not
 * sum to zero.
 */
export function post(
  transaction: Pick<Prisma.TransactionClient, 'ledgerTransaction'>,
  { amounts, currency, ...transactionData }: Posting,
): Promise<LedgerTransaction> {
  const entries = Object.entries(amounts)
    .filter(([, amountCents]) => amountCents !== 0)
    .map(([account, amountCents]) => ({
      account: account as LedgerAccount,
      amountCents,
      currency,
    }));
  return transaction.ledgerTransaction.create({
    data: { ...transactionData, entries: { createMany: { data: entries } } },
  });
}

export const chargeAmounts = (cents: number): Amounts => ({ escrow: cents, traveller: -cents });

/** A refund that is decided before the money is divided. */
export const refundOrderAmounts = (cents: number): Amounts => ({
  traveller: cents,
  refund_payable: -cents,
});

/** A refund that has arrived; negative cents came back. */
export const refundAmounts = (cents: number, from: 'escrow' | 'bank' = 'escrow'): Amounts => ({
  refund_payable: cents,
  [from]: -cents,
});

export interface Shares {
  hostCents: number;
  taxCents: number;
  serviceFeeCents: number;
}

export const releaseAmounts = (
  { hostCents, taxCents, serviceFeeCents }: Shares,
  host: 'owner' | 'provider',
): Amounts => ({
  traveller: hostCents + taxCents + serviceFeeCents,
  [host === 'owner' ? 'owner_payable' : 'provider_payable']: -hostCents,
  tax_payable: -taxCents,
  service_fee: -serviceFeeCents,
});

export const payoutAmounts = (cents: number, host: 'owner' | 'provider'): Amounts => ({
  [host === 'owner' ? 'owner_payable' : 'provider_payable']: cents,
  escrow: -cents,
});

export const goodwillAmounts = (cents: number, to: 'traveler' | 'owner'): Amounts => ({
  goodwill: cents,
  [to === 'owner' ? 'owner_payable' : 'bank']: -cents,
});

/** A buyer paid for a sale, into the account at the escrow partner. */
export const salePaymentAmounts = (cents: number): Amounts => ({
  partner_escrow: cents,
  sale_funds: -cents,
});

export const saleOrderAmounts = (cents: number): Amounts => ({
  sale_funds: cents,
  sale_payable: -cents,
});

/** A buyer paid for a sale by card. */
export const saleCardAmounts = (cents: number): Amounts => ({ escrow: cents, sale_funds: -cents });

/** The reason and the entries with which a side is promised money of a card payment. */
export const saleCardOrder = (side: 'buyer' | 'seller', cents: number) =>
  side === 'buyer'
    ? (['refund_order', { sale_funds: cents, refund_payable: -cents }] as const)
    : (['release', saleOrderAmounts(cents)] as const);

/** The payment provider has sent it to the seller. */
export const saleTransferAmounts = (cents: number): Amounts => ({
  sale_payable: cents,
  escrow: -cents,
});

export const salePayoutAmounts = (cents: number): Amounts => ({
  sale_payable: cents,
  partner_escrow: -cents,
});

export type Balances = Record<LedgerAccount, number>;

export async function balancesOf(
  database: Pick<Prisma.TransactionClient, '$queryRaw'>,
  bookingId: string,
): Promise<Balances> {
  const sums = await database.$queryRaw<{ account: LedgerAccount; cents: bigint }[]>`
    SELECT account, sum(amount_cents) AS cents
    FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
    WHERE booking_id = ${bookingId}::uuid GROUP BY account`;
  return asBalances(sums.map(({ account, cents }) => [account, Number(cents)]));
}

/**
 * Sums of the entries of bookings, by booking, for a range of booking ids.
 * @param range ids above `after` and up to `until`; null for no bound
 */
export async function balancesOfRange(
  database: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { after, until }: { after: string | null; until: string | null },
): Promise<Map<string, Amounts>> {
  const sums = await database.$queryRaw<
    { bookingId: string; account: LedgerAccount; cents: bigint }[]
  >`
    SELECT booking_id AS "bookingId", account, sum(amount_cents) AS cents
    FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
    WHERE booking_id IS NOT NULL AND (${after}::uuid IS NULL OR booking_id > ${after}::uuid)
      AND (${until}::uuid IS NULL OR booking_id <= ${until}::uuid)
    GROUP BY booking_id, account`;
  const balances = new Map<string, Amounts>();
  for (const { bookingId, account, cents } of sums) {
    balances.set(bookingId, { ...balances.get(bookingId), [account]: Number(cents) });
  }
  return balances;
}

export async function totals({ database }: Pick<Deps, 'database'>): Promise<Map<string, Balances>> {
  const sums = await database.read<{ currency: string; account: LedgerAccount; cents: string }>(
    Prisma.sql`SELECT currency, account, sum(amount_cents) AS cents
               FROM ledger_entries GROUP BY currency, account`,
  );
  return new Map(
    [...new Set(sums.map(({ currency }) => currency))].map((currency) => [
      currency,
      asBalances(
        sums
          .filter((sum) => sum.currency === currency)
          .map(({ account, cents }) => [account, Number(cents)]),
      ),
    ]),
  );
}

/** What the ledger has at a payment provider, by currency. */
export async function escrowAt(
  { database }: Pick<Deps, 'database'>,
  provider: string,
): Promise<Map<string, number>> {
  const sums = await database.read<{ currency: string; cents: number }>(
    Prisma.sql`
      SELECT currency, sum(amount_cents)::float8 AS cents
      FROM ledger_entries JOIN ledger_transactions AS posted ON posted.id = transaction_id
      WHERE account = 'escrow' AND CASE WHEN provider_record IS NOT NULL
        THEN split_part(provider_record, ':', 1) = ${provider}
        ELSE EXISTS (SELECT FROM payment_operations
                     WHERE (booking_id = posted.booking_id OR sale_id = posted.sale_id) AND provider = ${provider}) END
      GROUP BY currency`,
    'each time',
  );
  return new Map(sums.map(({ currency, cents }) => [currency, cents]));
}

/**
 * Ledger transactions whose entries are missing or do not sum to zero. The database refuses these,
 * so any result was written around its triggers.
 */
export async function unbalancedTransactions({
  database,
}: Pick<Deps, 'database'>): Promise<{ id: string; bookingId: string | null; sum: Money }[]> {
  return database.read(Prisma.sql`
    SELECT id, booking_id AS "bookingId",
           json_build_object('amount', coalesce(sum(amount_cents), 0), 'currency', currency) AS sum
    FROM ledger_transactions LEFT JOIN ledger_entries ON id = transaction_id
    GROUP BY id, currency HAVING coalesce(sum(amount_cents), 1) <> 0 ORDER BY id`);
}

const asBalances = (sums: (readonly [LedgerAccount, number])[]): Balances => ({
  ...(Object.fromEntries(Object.values(LedgerAccount).map((account) => [account, 0])) as Balances),
  ...Object.fromEntries(sums),
});
