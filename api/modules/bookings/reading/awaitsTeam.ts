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
 * A paid stay whose guest certificate waits to be confirmed, or is missing: of a provider's week when
 * an owner would be reminded, and of an owner's week when the team takes over. Needs `time_zones` of
 * the resort.
 */
export const awaitsCertificateSql = Prisma.sql`(
  is_protected AND bookings.status = 'confirmed'
  AND (certificate_number IS NOT NULL OR certificate_due(bookings) <= today
    + CASE WHEN bookings.owner_id IS NULL THEN ${certificateDays.remind}::integer
      ELSE -${certificateDays.escalate}::integer END))`;

export const awaitsTeamSql = Prisma.sql`(
  bookings.status = 'disputed' OR claim IN ('claimed', 'contested') OR ${awaitsAnswerSql} OR ${awaitsCertificateSql})`;
