import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import { eachDue } from '#api/platform/jobs/eachDue.ts';
import { closingRemindDays } from '#common/durations.ts';
import { isoDay } from '#common/days.ts';
import type { SaleDeps } from './makeMove.ts';
import { moveSaleByClock } from './moveSale.ts';

/** Moves a sale after the escrow partner told something about its account. */
export async function moveOneSale(payload: unknown, deps: SaleDeps): Promise<void> {
  const { saleId } = z.object({ saleId: z.uuid() }).parse(payload);
  await deps.database.prisma.$transaction((transaction) =>
    moveSaleByClock(deps, transaction, saleId),
  );
}

/**
 * Makes every move of a sale that is due by the clock. Due moves are derived from columns, so a run
 * that dies delays moves but loses none.
 */
export const keepSaleDeadlines = (deps: SaleDeps): Promise<void> =>
  eachDue(
    deps,
    'a deadline of a sale could not be kept',
    (after) => dueSales(deps, after),
    ({ id }) =>
      deps.database.prisma.$transaction((transaction) => moveSaleByClock(deps, transaction, id)),
  );

const dueSales = (
  { database, clock }: Pick<SaleDeps, 'database' | 'clock'>,
  after: string,
): Promise<{ id: string }[]> =>
  database.read<{ id: string }>(
    Prisma.sql`
      SELECT sales.id FROM sales
      JOIN listings ON listings.id = listing_id
      JOIN users AS seller ON seller.id = seller_id JOIN users AS buyer ON buyer.id = buyer_id
      WHERE sales.id > ${after}::uuid AND (
        sales.status IN ('offered', 'accepted') AND (
          answer_by <= ${clock()} OR NOT is_active OR NOT is_for_sale
          OR owner_id IS DISTINCT FROM seller_id
          OR seller.closed_at IS NOT NULL OR buyer.closed_at IS NOT NULL)
        OR sales.status IN ('agreed', 'sold') AND EXISTS (
          SELECT FROM sale_steps WHERE sale_id = sales.id AND (
            state = 'open' AND due_on - ${closingRemindDays}::int <= ${isoDay(clock())}::date
            OR state = 'done' AND sales.status = 'agreed' AND valid_until < ${isoDay(clock())}::date))
        -- Ended sales with money of a card payment that has not been sent to a side.
        OR settlement IS NOT NULL AND EXISTS (
          SELECT FROM payment_operations WHERE sale_id = sales.id AND kind = 'charge' AND payment_operations.status = 'succeeded')
          AND (EXISTS (
            SELECT FROM escrow_payouts WHERE sale_id = sales.id AND is_by_card AND paid_at IS NULL)
          OR (SELECT sum(amount_cents) FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
              WHERE sale_id = sales.id AND account = 'sale_funds') <> 0))
      ORDER BY sales.id LIMIT 200`,
    'each time',
  );
