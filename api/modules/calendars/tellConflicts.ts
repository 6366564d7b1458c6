import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { formatDays } from '#common/dayWords.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail } from '../mail/outbox.ts';
import { calendarConflict } from './mails.ts';

interface Told {
  startsOn: Date;
  endsOn: Date;
  checkIn: Date;
  checkOut: Date;
}

/** Mails the owner each conflict of a calendar with a booking once. The bookings keep their nights. */
export async function tellConflicts(
  transaction: Prisma.TransactionClient,
  deps: Pick<Deps, 'publicUrl' | 'siteSettings'>,
  { id, listingId, name }: { id: string; listingId: string; name: string },
): Promise<void> {
  const conflicts = await transaction.$queryRaw<Told[]>`
    WITH told AS (
      INSERT INTO told_night_conflicts (calendar_id, external_id, booking_id)
      SELECT calendar_id, external_id, booking_id FROM night_conflicts
      WHERE calendar_id = ${id}::uuid
      ON CONFLICT DO NOTHING
      RETURNING external_id, booking_id)
    SELECT starts_on AS "startsOn", ends_on AS "endsOn", check_in AS "checkIn", check_out AS "checkOut"
    FROM night_conflicts JOIN told USING (external_id, booking_id)
    WHERE calendar_id = ${id}::uuid
    ORDER BY starts_on, check_in`;
  if (conflicts.length === 0) {
    return;
  }
  const { title, resort, owner } = await transaction.listing.findUniqueOrThrow({
    where: { id: listingId },
    select: { title: true, resort: { select: { name: true } }, owner: true },
  });
  if (!owner || owner.closedAt !== null) {
    return;
  }
  const values = {
    title,
    resortName: resort.name,
    calendar: name,
    conflicts: conflicts.map((each) => ({
      elsewhere: formatDays(each.startsOn, each.endsOn),
      booking: formatDays(each.checkIn, each.checkOut),
    })),
    link: `${deps.publicUrl}/dashboard/listings/${listingId}/calendar`,
  };
  await queueMail(transaction, calendarConflict(deps, recipientOf(owner), values));
}
