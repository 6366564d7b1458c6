import { Prisma } from '#api/generated/prisma/client.ts';
import { eachDue } from '#api/platform/jobs/eachDue.ts';
import type { SaleDeps } from './makeMove.ts';
import { moveSaleByClock } from './moveSale.ts';

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
      WHERE status IN ('offered', 'accepted') AND sales.id > ${after}::uuid AND (
        answer_by <= ${clock()} OR NOT is_active OR NOT is_for_sale
        OR owner_id IS DISTINCT FROM seller_id
        OR seller.closed_at IS NOT NULL OR buyer.closed_at IS NOT NULL)
      ORDER BY sales.id LIMIT 200`,
    'each time',
  );
