import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { awaitsCertificateSql, awaitsAnswerSql } from '../bookings/reading/awaitsTeam.ts';
import { readTogether } from '#api/platform/database/readTogether.ts';
import { failedEscrowRows } from '../escrow/failedEscrows.ts';
import { waitsForTeam } from '../listings/verificationQueue.ts';
import { heldPayoutRows } from '../payouts/outlook.ts';
import { listedSql } from '../payments/refunds.ts';
import { isGivenUp } from './givenUpJobs.ts';
import { inquiryHours } from '#common/durations.ts';

export type TaskKind = keyof ReturnType<typeof waiting>;

export interface Task {
  kind: TaskKind;
  count: CappedCount;
  since: Date | null;
  dueAt: Date | null;
}

/** A SELECT of one row per task: `since`, and `due` for kinds with a deadline. */
const waiting = (deps: Pick<Deps, 'payments'>) => ({
  dispute: Prisma.sql`
    SELECT coalesce(claimed_at, disputed_at) AS since, NULL::timestamptz AS due FROM bookings
    WHERE least(dispute_rank(status), claim_rank(claim)) = 0
      AND coalesce(claimed_at, disputed_at) IS NOT NULL`,
  lone_appeal: Prisma.sql`
    SELECT decided_at AS since, NULL::timestamptz AS due
    FROM bookings JOIN dispute_decisions ON booking_id = bookings.id
    WHERE status = 'disputed' AND appealed_by <> '{}' AND NOT EXISTS (
      SELECT FROM users WHERE role = 'admin' AND closed_at IS NULL
        AND id IS DISTINCT FROM decided_by_id)`,
  request: Prisma.sql`
    SELECT created_at AS since, answer_by AS due FROM bookings WHERE ${awaitsAnswerSql}`,
  certificate: Prisma.sql`
    SELECT confirmed_at AS since, check_in::timestamp AT TIME ZONE timezone AS due
    FROM bookings JOIN resorts ON resorts.id = resort_id
    JOIN time_zones ON time_zones.name = timezone
    WHERE ${awaitsCertificateSql}`,
  difference: Prisma.sql`
    SELECT at AS since, NULL::timestamptz AS due
    FROM (SELECT at, differences FROM reconciliation_reports ORDER BY at DESC LIMIT 1) AS latest,
         jsonb_array_elements(differences)`,
  refund: Prisma.sql`
    SELECT refused_at AS since, NULL::timestamptz AS due FROM refused_refunds WHERE ${listedSql}`,
  payout: Prisma.sql`
    SELECT min(earned_at) AS since, NULL::timestamptz AS due
    FROM ${heldPayoutRows(deps)} GROUP BY users.id`,
  escrow: Prisma.sql`
    SELECT agreed_at AS since, NULL::timestamptz AS due FROM ${failedEscrowRows}`,
  verification: Prisma.sql`
    SELECT review_requested_at AS since, NULL::timestamptz AS due FROM listings
    WHERE ${Prisma.raw(waitsForTeam)} AND owner_id IS NOT NULL`,
  inquiry: Prisma.sql`
    SELECT created_at AS since, created_at + make_interval(hours => ${inquiryHours}) AS due
    FROM property_inquiries WHERE status = 'new'`,
  review_report: Prisma.sql`
    SELECT min(created_at) AS since, NULL::timestamptz AS due
    FROM review_reports WHERE status = 'open' GROUP BY review_id`,
  message_report: Prisma.sql`
    SELECT min(created_at) AS since, NULL::timestamptz AS due
    FROM message_reports WHERE status = 'open' GROUP BY message_id`,
  organization: Prisma.sql`
    SELECT coalesce(name_wanted_at, created_at) AS since, NULL::timestamptz AS due
    FROM organizations WHERE status = 'pending' OR wanted_name IS NOT NULL`,
  mail: Prisma.sql`
    SELECT created_at AS since, NULL::timestamptz AS due
    FROM outgoing_mails WHERE status = 'failed'`,
  // Jobs of escrows are counted as tasks of kind escrow.
  job: Prisma.sql`
    SELECT updated_at AS since, NULL::timestamptz AS due
    FROM graphile_worker.jobs
    WHERE ${Prisma.raw(isGivenUp)} AND task_identifier <> 'open_sale_account'`,
  sync: Prisma.sql`
    SELECT last.finished_at AS since, NULL::timestamptz AS due
    FROM inventory_providers JOIN LATERAL (
      SELECT status, finished_at FROM inventory_syncs
      WHERE provider_id = inventory_providers.id AND purpose = 'sync'
        AND status IN ('completed', 'failed')
      ORDER BY timestamp DESC LIMIT 1) AS last ON last.status = 'failed'
    WHERE is_enabled`,
  resort_match: Prisma.sql`
    SELECT created_at AS since, NULL::timestamptz AS due
    FROM inventory_resorts WHERE resort_id IS NULL AND NOT is_ignored`,
});

/** Hours before its deadline from which a task comes first. */
const urgentHours = 48;

/**
 * Tasks for administrators by kind, in one statement. Kinds without tasks are left out. Disputes
 * and tasks due within two days come first; within each group, the earliest deadline or the longest
 * wait comes first. Each kind is counted up to the cap; beyond it, `since` and `dueAt` refer to the
 * counted tasks.
 */
export async function readTasks(
  deps: Pick<Deps, 'database' | 'payments' | 'clock'>,
): Promise<Task[]> {
  const urgent = new Date(deps.clock().getTime() + urgentHours * 3_600_000);
  const kinds = Object.entries(waiting(deps)).map(
    ([kind, rows]) => Prisma.sql`
      SELECT ${kind}::text AS kind, count(*)::int AS found, min(since) AS since, min(due) AS due
      FROM (${rows} ORDER BY since LIMIT ${Prisma.raw(String(countCap + 1))}) AS waiting`,
  );
  const found = await readTogether<
    { kind: TaskKind; found: number; since: string | null; due: string | null }[]
  >(
    deps.database,
    Prisma.sql`
      SELECT coalesce(json_agg(kinds ORDER BY (kind = 'dispute' OR due <= ${urgent}) IS TRUE DESC,
                                              coalesce(due, since) NULLS LAST, kind), '[]')
      FROM (${Prisma.join(kinds, ' UNION ALL ')}) AS kinds
      WHERE found > 0`,
  );
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return found.map(({ kind, found: count, since, due }) => ({
    kind,
    count: capped(count),
    since: instant(since),
    dueAt: instant(due),
  }));
}
