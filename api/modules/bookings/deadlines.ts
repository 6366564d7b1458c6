import { Prisma } from '#api/generated/prisma/client.ts';
import { eachDue } from '#api/platform/jobs/eachDue.ts';
import { performDue, performOperation } from '../payments/operations.ts';
import { retryRefunds } from '../payments/refunds.ts';
import type { BookingDeps } from './moves/makeMove.ts';
import { moveByClock } from './moveBooking.ts';
import { applyOutcome } from './payment/settlePayment.ts';
import { balanceDays, certificateDays, releaseDays } from '#common/durations.ts';

const batchSize = 200;

/**
 * Makes every move that is due by the clock, tries refused refunds again, and queries the payment provider about open
 * operations. Due moves are derived from columns, so a run that dies delays moves but loses none.
 */
export async function keepDeadlines(deps: BookingDeps): Promise<void> {
  const apply = applyOutcome(deps);
  await eachDue(
    deps,
    'a deadline of a booking could not be kept',
    (after) => dueBookings(deps, after),
    async ({ id }) => {
      const operations = await deps.database.prisma.$transaction((transaction) =>
        moveByClock(deps, transaction, id),
      );
      for (const operation of operations) {
        await performOperation(deps, operation, apply);
      }
    },
  );
  for (const operation of await retryRefunds(deps)) {
    await performOperation(deps, operation, apply);
  }
  // Runs last: payments of expired holds have been abandoned by now.
  await performDue(deps, apply);
}

const dueBookings = (
  { database, clock }: Pick<BookingDeps, 'database' | 'clock'>,
  after: string,
): Promise<{ id: string }[]> =>
  database.read<{ id: string }>(
    Prisma.sql`
      SELECT bookings.id FROM bookings
      JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
      WHERE is_protected AND bookings.id > ${after}::uuid AND (
        (status = 'held' AND held_until <= ${clock()})
        OR (status = 'held' AND rebooking_of_id IS NOT NULL AND EXISTS (
          SELECT FROM bookings AS taken
          WHERE taken.rebooking_of_id = bookings.rebooking_of_id AND taken.confirmed_at IS NOT NULL))
        OR (status = 'pending' AND answer_by <= ${clock()} AND accepted_at IS NULL)
        OR (status = 'disputed' AND NOT is_told AND answer_by <= ${clock()})
        OR (claim IN ('claimed', 'contested') AND NOT claim_is_told AND claim_answer_by <= ${clock()})
        OR (status = 'disputed' AND refund_cents IS NOT NULL)
        OR (status = 'disputed' AND decided_at IS NOT NULL AND appealed_by = '{}'
          AND chargeback IS DISTINCT FROM 'open'
          AND (answer_by <= ${clock()} OR cardinality(accepted_by) = 2))
        OR (status = 'certified' AND check_in <= today)
        OR (status = 'checked_in' AND check_out <= today)
        OR (status IN ('checked_in', 'completed') AND released_at IS NULL
          AND check_in <= today - ${releaseDays}::integer AND (answer_by IS NULL OR answer_by <= ${clock()})
          AND chargeback IS DISTINCT FROM 'open')
        OR (status = 'confirmed' AND certified_at IS NULL AND check_in = today)
        OR (status IN ('confirmed', 'certified') AND deposit_cents IS NOT NULL AND balance_paid_at IS NULL
          AND (check_in <= today OR (answer_by IS NULL OR answer_by <= ${clock()})
            AND check_in <= today + ${balanceDays.due + balanceDays.remind}::integer))
        OR (status = 'confirmed' AND (answer_by IS NULL OR answer_by <= ${clock()}) AND (
          (certified_at IS NULL
            AND check_in BETWEEN today AND today + ${certificateDays.end}::integer)
          OR (certificate_due(bookings) <= today + ${certificateDays.remind}::integer
            AND (certificate_number IS NULL
              OR certificate_due(bookings) <= today - ${certificateDays.escalate}::integer)
            AND NOT EXISTS (
              SELECT FROM booking_events WHERE booking_id = bookings.id AND move =
                CASE WHEN certificate_due(bookings) > today THEN 'remind_owner'
                     WHEN certificate_due(bookings) > today - ${certificateDays.escalate}::integer
                       THEN 'remind_owner_again'
                     ELSE 'escalate' END::"BookingMove")))))
      ORDER BY bookings.id LIMIT ${batchSize}`,
    'each time',
  );
