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
        status IN ('offered', 'accepted') AND (
          answer_by <= ${clock()} OR NOT is_active OR NOT is_for_sale
          OR owner_id IS DISTINCT FROM seller_id
          OR seller.closed_at IS NOT NULL OR buyer.closed_at IS NOT NULL)
        OR status IN ('agreed', 'sold') AND EXISTS (
          SELECT FROM sale_steps WHERE sale_id = sales.id AND (
            state = 'open' AND due_on - ${closingRemindDays}::int <= ${isoDay(clock())}::date
            OR state = 'done' AND status = 'agreed' AND valid_until < ${isoDay(clock())}::date)))
      ORDER BY sales.id LIMIT 200`,
    'each time',
  );
