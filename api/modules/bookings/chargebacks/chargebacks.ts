import type { Deps } from '#api/context/context.ts';
import { Prisma, type ChargebackStatus } from '#api/generated/prisma/client.ts';
import type { Money } from '#common/money.ts';

export interface ChargebackRow {
  bookingId: string | null;
  saleId: string | null;
  resortName: string;
  /** Of the listing that is sold; null of a booking. */
  title: string | null;
  guestName: string;
  guestEmail: string;
  amount: Money;
  reason: string;
  status: ChargebackStatus;
  openedAt: Date;
  evidenceDueBy: Date | null;
  evidenceSentAt: Date | null;
  decidedAt: Date | null;
}

const mostShown = 200;

/** Chargebacks for the team: open ones first, by the bank's deadline, then the latest decisions. */
export const chargebackRows = ({ database }: Pick<Deps, 'database'>): Promise<ChargebackRow[]> =>
  database.read<ChargebackRow>(
    Prisma.sql`
      SELECT booking_id AS "bookingId", sale_id AS "saleId", listings.title,
             resorts.name AS "resortName", first_name || ' ' || last_name AS "guestName",
             users.email AS "guestEmail",
             json_build_object('amount', amount_cents, 'currency', chargebacks.currency) AS amount,
             reason, chargebacks.status, opened_at AS "openedAt",
             evidence_due_by AS "evidenceDueBy", evidence_sent_at AS "evidenceSentAt",
             chargebacks.decided_at AS "decidedAt"
      FROM chargebacks LEFT JOIN bookings ON bookings.id = booking_id
      LEFT JOIN sales ON sales.id = sale_id LEFT JOIN listings ON listings.id = sales.listing_id
      JOIN users ON users.id = coalesce(user_id, buyer_id)
      JOIN resorts ON resorts.id = coalesce(bookings.resort_id, listings.resort_id)
      ORDER BY chargebacks.decided_at DESC NULLS FIRST, evidence_due_by, chargebacks.id LIMIT ${mostShown}`,
    'each time',
  );
