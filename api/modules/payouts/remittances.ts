import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type Remittance } from '#api/generated/prisma/client.ts';
import { formatMoney } from '#common/money.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { ConflictError, InvalidInputError, requireFound } from '#api/platform/errors.ts';
import { earlierResult, keepResult } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput, filledLine } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import { recordAudit } from '../audit/audit.ts';

const dueAccounts = ['tax_payable', 'provider_payable'] as const;

/** Money owed to the tax office of a destination, or to an inventory provider. */
export interface Due {
  account: (typeof dueAccounts)[number];
  payeeId: string;
  payeeName: string;
  currency: string;
  /** May be negative, after a correction. */
  owedCents: number;
  paidCents: number;
}

const duesInOrder = keyset('DUES', 'asc', {
  payeeName: 'text',
  account: 'text',
  currency: 'bpchar',
  payeeId: 'uuid',
});

/** Entries of what is owed, with whom it is owed to. */
const dueEntries = Prisma.sql`
  SELECT account::text, ledger_transactions.booking_id, ledger_transactions.at, ledger_entries.currency,
         -amount_cents AS cents, remittance_id IS NOT NULL AS is_remitted,
         CASE account WHEN 'tax_payable' THEN occupancy_taxes.id ELSE provider_id END AS payee_id,
         CASE account WHEN 'tax_payable' THEN occupancy_taxes.destination
                      ELSE inventory_providers.name::text END AS payee_name
  FROM ledger_entries JOIN ledger_transactions ON ledger_transactions.id = transaction_id
  JOIN bookings ON bookings.id = ledger_transactions.booking_id
  JOIN resorts ON resorts.id = bookings.resort_id
  JOIN occupancy_taxes ON occupancy_taxes.destination = resorts.destination
  LEFT JOIN listings ON listings.id = bookings.listing_id
  LEFT JOIN inventory_providers ON inventory_providers.id = provider_id
  WHERE account IN ('tax_payable', 'provider_payable')`;

/** The open and the paid debts to tax offices and providers, by payee and currency, A to Z. */
export async function listDues(
  { database }: Pick<Deps, 'database'>,
  page: PageRequest,
): Promise<Page<Due>> {
  const { beyond, orderBy, take } = duesInOrder.sql(page);
  const rows = await database.read<Due>(Prisma.sql`
    WITH dues AS (
      SELECT account, payee_id, payee_name, currency, sum(cents)::float8 AS owed_cents,
             coalesce(-sum(cents) FILTER (WHERE is_remitted), 0)::float8 AS paid_cents
      FROM (${dueEntries}) AS entries
      GROUP BY account, payee_id, payee_name, currency)
    SELECT account, payee_id AS "payeeId", payee_name AS "payeeName", currency,
           owed_cents AS "owedCents", paid_cents AS "paidCents"
    FROM dues WHERE ${beyond} ORDER BY ${orderBy} LIMIT ${take}`);
  return duesInOrder.pageOf(page, rows);
}

const paymentInput = z.object({
  account: z.enum(dueAccounts),
  payee: z.uuid({ error: 'Payee not found' }),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Currency must be a code like USD'),
  amountCents: z
    .int({ error: 'Amount is required' })
    .min(1, 'Amount must be more than 0')
    .max(2_000_000_000, 'Amount is too large'),
  reference: filledLine(
    'Reference',
    100,
    'Reference is required: the number or text of the bank transfer',
  ),
  idempotencyKey,
});

type NewRemittance = z.infer<typeof paymentInput>;

/** Bookings that a remittance settles: more are posted by a second one. */
const mostBookings = 2_000;

const operation = 'recordRemittance';

/**
 * Posts what the team paid by bank transfer to a tax office or a provider, against the bookings
 * whose money has been owed longest. A repeated call with the same idempotency key returns the
 * first call's remittance.
 * @throws {SignInRequiredError | ForbiddenError} unless the viewer is an administrator
 * @throws {InvalidInputError} also if less than the amount is owed
 * @throws {NotFoundError} if nothing was ever owed to this payee
 * @throws {ConflictError} if the key was used for another payment
 */
export async function recordRemittance(
  deps: Pick<Deps, 'database' | 'clock'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<Remittance> {
  const admin = requireAdmin(viewer);
  const wanted = parseInput(paymentInput, input);
  return deps.database.prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${operation}))`;
      const earlier = await findEarlier(transaction, wanted);
      if (earlier) {
        return earlier;
      }
      const shares = await sharesOf(transaction, wanted);
      const remittance = await postRemittance(transaction, wanted, shares, deps.clock());
      await keepResult(transaction, operation, wanted.idempotencyKey, remittance.id);
      const { account, payeeName: name, amountCents, currency, reference } = remittance;
      await recordAudit(transaction, admin, 'remittance.record', remittance.id, {
        after: { name, account, amountCents, currency, reference },
      });
      return remittance;
    },
    { timeout: 30_000 },
  );
}

async function findEarlier(
  transaction: Prisma.TransactionClient,
  { idempotencyKey: key, payee: payeeId, ...wanted }: NewRemittance,
): Promise<Remittance | null> {
  const id = await earlierResult(transaction, operation, key);
  if (!id) {
    return null;
  }
  const earlier = await transaction.remittance.findFirst({
    where: { id, payeeId, ...wanted },
  });
  if (!earlier) {
    throw new ConflictError('idempotencyKey', 'This key was used for another payment');
  }
  return earlier;
}

interface BookingShare {
  bookingId: string;
  payeeName: string;
  cents: number;
  owedCents: number;
}

/** What the amount settles of each booking, the oldest first. */
async function sharesOf(
  transaction: Prisma.TransactionClient,
  { account, payee, currency, amountCents }: NewRemittance,
): Promise<BookingShare[]> {
  const shares = await transaction.$queryRaw<BookingShare[]>`
    WITH owed AS (
      SELECT booking_id, payee_name, min(at) AS since, sum(cents) AS cents
      FROM (${dueEntries}) AS entries
      WHERE account = ${account} AND payee_id = ${payee}::uuid AND currency = ${currency}
      GROUP BY booking_id, payee_name
    ), running AS (
      SELECT *, sum(cents) FILTER (WHERE cents > 0) OVER (ORDER BY since, booking_id) AS until_then,
             sum(cents) OVER () AS in_all
      FROM owed)
    SELECT booking_id AS "bookingId", payee_name AS "payeeName", in_all::float8 AS "owedCents",
           greatest(least(cents, ${amountCents}::bigint - (until_then - cents)), 0)::float8 AS cents
    FROM running WHERE cents > 0 OR in_all <= 0
    ORDER BY since, booking_id LIMIT ${mostBookings}`;
  const money = (amount: number): string => formatMoney({ amount, currency });
  const [first] = shares;
  requireFound(first, 'Nothing is owed to this payee in this currency');
  if (amountCents > first.owedCents) {
    throw new InvalidInputError(
      'amountCents',
      `Only ${money(Math.max(first.owedCents, 0))} is owed`,
    );
  }
  const covered = shares.reduce((sum, { cents }) => sum + cents, 0);
  if (covered < amountCents) {
    throw new InvalidInputError(
      'amountCents',
      `${money(covered)} settles ${mostBookings} bookings, the most at a time. Enter that first, and then the rest`,
    );
  }
  return shares.filter(({ cents }) => cents > 0);
}

async function postRemittance(
  transaction: Prisma.TransactionClient,
  { account, payee, currency, amountCents, reference }: NewRemittance,
  shares: readonly BookingShare[],
  at: Date,
): Promise<Remittance> {
  const remittance = await transaction.remittance.create({
    data: {
      account,
      payeeId: payee,
      payeeName: shares[0]?.payeeName ?? '',
      currency,
      amountCents,
      reference,
      createdAt: at,
    },
  });
  const posted = shares.map((share) => ({ ...share, id: randomUUID() }));
  await transaction.ledgerTransaction.createMany({
    data: posted.map(({ id, bookingId }) => ({
      id,
      bookingId,
      reason: 'remittance',
      remittanceId: remittance.id,
      at,
    })),
  });
  await transaction.ledgerEntry.createMany({
    data: posted.flatMap(({ id: transactionId, cents }) => [
      { transactionId, account, currency, amountCents: cents },
      { transactionId, account: 'bank' as const, currency, amountCents: -cents },
    ]),
  });
  return remittance;
}
