import { Prisma } from '#api/generated/prisma/client.ts';
import { certificateDays } from '#common/durations.ts';

/**
 * SQL conditions on `bookings` for tasks of administrators. The team answers for provider weeks,
 * which have no owner.
 */

export const awaitsAnswerSql = Prisma.sql`(
  is_protected AND bookings.status = 'pending' AND bookings.owner_id IS NULL
  AND accepted_at IS NULL AND offered_check_in IS NULL)`;

/**
 * A paid stay without a guest certificate: of a provider's week from 21 days before check-in, when
 * an owner is reminded, and of an owner's week from 10 days before, when the team takes over. Needs
 * `time_zones` of the resort.
 */
export const awaitsCertificateSql = Prisma.sql`(
  is_protected AND bookings.status = 'confirmed'
  AND check_in <= today + CASE WHEN bookings.owner_id IS NULL THEN ${certificateDays.remind}::integer
    ELSE ${certificateDays.escalate}::integer END)`;

export const awaitsTeamSql = Prisma.sql`(
  bookings.status = 'disputed' OR ${awaitsAnswerSql} OR ${awaitsCertificateSql})`;
