import type { Deps } from '#api/context/context.ts';
import { Prisma, type PaymentOperation } from '#api/generated/prisma/client.ts';
import { post } from '../ledger/ledger.ts';
import type { PaymentOutcome } from '../payments/askProvider.ts';
import { performOperation, startOperation, type ApplyOutcome } from '../payments/operations.ts';
import type { PayoutDeps } from './payOut.ts';

const batchSize = 200;

/** The latest payout of a booking whose owner was paid too much, unless it was tried to take back. */
const recoverable = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT booking_id AS "bookingId", least(-cents, sent.amount_cents) AS cents,
         sent.provider_reference AS transfer
  FROM payables JOIN LATERAL (
    SELECT amount_cents, provider_reference, settled_at FROM payment_operations
    WHERE booking_id = payables.booking_id AND kind = 'transfer' AND status = 'succeeded'
    ORDER BY settled_at DESC LIMIT 1) AS sent ON true
  WHERE cents < 0 AND ${which} AND NOT EXISTS (
    SELECT FROM payment_operations WHERE booking_id = payables.booking_id
      AND kind = 'reversal' AND created_at >= sent.settled_at)
  ORDER BY booking_id LIMIT ${batchSize}`;

interface Recoverable {
  bookingId: string;
  cents: number;
  transfer: string;
}

/** Takes back what owners were paid too much, for example after a lost chargeback. */
export async function recoverDebts(deps: PayoutDeps, apply: ApplyOutcome): Promise<void> {
  const debts = await deps.database.read<Recoverable>(recoverable(Prisma.sql`true`), 'each time');
  for (const { bookingId } of debts) {
    try {
      const operation = await deps.database.prisma.$transaction(async (transaction) => {
        await transaction.$executeRaw`SELECT lock_booking(${bookingId}::uuid)`;
        // Another process may have started it meanwhile.
        const [debt] = await transaction.$queryRaw<Recoverable[]>(
          recoverable(Prisma.sql`booking_id = ${bookingId}::uuid`),
        );
        return debt
          ? startOperation(deps, transaction, {
              kind: 'reversal',
              bookingId,
              amountCents: debt.cents,
              transfer: debt.transfer,
            })
          : undefined;
      });
      if (operation) {
        await performOperation(deps, operation.id, apply);
      }
    } catch (error) {
      deps.log.error({ booking: bookingId, err: error }, 'a payout could not be taken back');
    }
  }
}

/** Stores the end of a reversal. What the provider refuses stays a debt of the owner. */
export async function endReversal(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  transaction: Prisma.TransactionClient,
  { id: operationId, bookingId, amountCents, currency }: PaymentOperation,
  outcome: PaymentOutcome,
): Promise<void> {
  if (outcome.status === 'failed') {
    log.warn({ bookingId, operation: operationId, code: outcome.code }, 'a reversal was refused');
    return;
  }
  await post(transaction, {
    bookingId,
    operationId,
    reason: 'reversal',
    currency,
    amounts: { escrow: amountCents, owner_payable: -amountCents },
    at: clock(),
  });
}

/** Keeps two payouts to one owner from settling the same debt. Take it before any booking. */
export const lockDebts = (transaction: Prisma.TransactionClient, ownerId: string) =>
  transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('debts of ' || ${ownerId}, 0))`;

/**
 * Settles debts of an owner with what a booking owes them, the oldest first. A debt is first tried
 * to be taken back from the payout.
 * @returns what is left to pay out, in cents
 */
export async function setOff(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Prisma.TransactionClient,
  owed: { bookingId: string; ownerId: string; currency: string; cents: number },
): Promise<number> {
  const debts = (which: Prisma.Sql) => transaction.$queryRaw<
    { bookingId: string; cents: number }[]
  >`
    SELECT booking_id AS "bookingId", -cents AS cents
    FROM payables JOIN bookings ON bookings.id = booking_id
    WHERE owner_id = ${owed.ownerId}::uuid AND payables.currency = ${owed.currency}
      AND cents < 0 AND ${which}
      AND NOT EXISTS (
        SELECT FROM payment_operations AS sent
        WHERE sent.booking_id = payables.booking_id AND kind = 'transfer' AND status = 'succeeded'
          AND NOT EXISTS (SELECT FROM payment_operations WHERE booking_id = sent.booking_id
                          AND kind = 'reversal' AND created_at >= sent.settled_at))
      AND NOT EXISTS (SELECT FROM payment_operations WHERE booking_id = payables.booking_id
                      AND kind IN ('reversal', 'transfer') AND status = 'waiting')
    ORDER BY booking_id`;
  const at = clock();
  const about = { reason: 'set_off', operationId: null, currency: owed.currency, at } as const;
  let left = owed.cents;
  for (const { bookingId } of await debts(Prisma.sql`true`)) {
    await transaction.$executeRaw`SELECT lock_booking(${bookingId}::uuid)`;
    // It may have changed before it was locked.
    const [debt] = await debts(Prisma.sql`booking_id = ${bookingId}::uuid`);
    const cents = Math.min(left, debt?.cents ?? 0);
    if (cents > 0) {
      const amounts = { owner_payable: -cents, set_off: cents };
      await post(transaction, { ...about, bookingId, amounts });
      left -= cents;
    }
  }
  if (left < owed.cents) {
    const amounts = { owner_payable: owed.cents - left, set_off: left - owed.cents };
    await post(transaction, { ...about, bookingId: owed.bookingId, amounts });
  }
  return left;
}
