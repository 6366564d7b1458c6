import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Money } from '#common/money.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';

export interface PayoutOutlook {
  waiting: Money[];
  onTheWay: Money[];
  next: { on: string; amount: Money; resortName: string } | null;
  years: number[];
  /** Whether the member has ever offered a week, or bought one with its stays; only such members are paid. */
  offersWeeks: boolean;
}

export async function payoutOutlook(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  ownerId: string,
): Promise<PayoutOutlook> {
  const [outlook] = await database.read<
    Omit<PayoutOutlook, 'years'> & { firstYear: number | null }
  >(
    Prisma.sql`
      WITH owed AS (
        SELECT currency, sum(cents) - coalesce(sum(sent), 0) AS waiting,
               coalesce(sum(sent), 0) AS sent
        FROM owed_to_members AS due LEFT JOIN LATERAL (
          SELECT sum(amount_cents) AS sent FROM payment_operations
          WHERE (booking_id = due.booking_id OR sale_id = due.sale_id)
            AND kind = 'transfer' AND status = 'waiting') AS way ON true
        WHERE member_id = ${ownerId}::uuid GROUP BY currency
      )
      SELECT
        coalesce((SELECT json_agg(json_build_object('amount', waiting, 'currency', currency)
                                  ORDER BY currency) FROM owed WHERE waiting > 0), '[]') AS waiting,
        coalesce((SELECT json_agg(json_build_object('amount', sent, 'currency', currency)
                                  ORDER BY currency) FROM owed WHERE sent > 0), '[]') AS "onTheWay",
        (SELECT json_build_object('on', check_in + 2, 'resortName', resorts.name,
                  'amount', json_build_object('amount', nights_cents + cleaning_cents,
                                              'currency', bookings.currency))
         FROM bookings JOIN resorts ON resorts.id = resort_id
         WHERE owner_id = ${ownerId}::uuid AND is_protected AND released_at IS NULL
           AND bookings.status = ANY(${bookingStatuses.earning}::"BookingStatus"[])
         ORDER BY check_in, bookings.id LIMIT 1) AS next,
        (SELECT extract(year FROM min(at) AT TIME ZONE 'UTC')::int
         FROM (SELECT at, reason FROM bookings JOIN ledger_transactions ON booking_id = bookings.id
               WHERE owner_id = ${ownerId}::uuid
               UNION ALL SELECT at, reason FROM sales JOIN ledger_transactions ON sale_id = sales.id
               WHERE seller_id = ${ownerId}::uuid) AS posted
         WHERE reason IN ('release', 'retention')) AS "firstYear",
        EXISTS (SELECT FROM listings WHERE owner_id = ${ownerId}::uuid)
          OR EXISTS (SELECT FROM bookings WHERE owner_id = ${ownerId}::uuid) AS "offersWeeks"`,
    'each time',
  );
  if (!outlook) {
    throw new Error('A SELECT without FROM has one row');
  }
  const { firstYear, ...rest } = outlook;
  const lastYear = clock().getUTCFullYear();
  return {
    ...rest,
    years:
      firstYear === null
        ? []
        : Array.from({ length: lastYear - firstYear + 1 }, (_, ago) => lastYear - ago),
  };
}

export interface HeldPayout {
  memberId: string;
  memberName: string;
  memberEmail: string;
  waiting: Money;
  /** When the oldest part of the money became the member's. */
  since: Date;
  status: 'incomplete' | 'checking' | 'refused' | null;
}

const mostHeld = 200;

/** FROM and WHERE of money owed to members without a working account, one row per booking or sale. */
export const heldPayoutRows = ({ payments }: Pick<Deps, 'payments'>): Prisma.Sql => Prisma.sql`
  owed_to_members JOIN users ON users.id = member_id
  LEFT JOIN payout_accounts ON payout_accounts.user_id = users.id
    AND provider = ${payments?.name ?? ''}
  WHERE cents > 0 AND payout_accounts.status IS DISTINCT FROM 'ready'`;

export async function heldPayouts(
  deps: Pick<Deps, 'database' | 'payments'>,
): Promise<HeldPayout[]> {
  return deps.database.read<HeldPayout>(
    Prisma.sql`
      SELECT users.id AS "memberId", first_name || ' ' || last_name AS "memberName",
             email AS "memberEmail", min(earned_at) AS since,
             json_build_object('amount', sum(cents), 'currency', currency) AS waiting,
             CASE WHEN reference IS NOT NULL THEN payout_accounts.status END AS status
      FROM ${heldPayoutRows(deps)}
      GROUP BY users.id, currency, reference, payout_accounts.status
      ORDER BY sum(cents) DESC, users.id LIMIT ${mostHeld}`,
    'each time',
  );
}
