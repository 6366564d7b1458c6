import type { Deps } from '#api/context/context.ts';
import { waitsForOwner, waitsForTeam } from '#api/modules/listings/verificationQueue.ts';

export interface VerificationCounts {
  waiting: number;
  asked: number;
  rejected: number;
  expired: number;
}

/** Counts listings by verification state, without withdrawn listings, in one statement. */
export async function verificationCounts({
  database,
}: Pick<Deps, 'database'>): Promise<VerificationCounts> {
  const { rows } = await database.pool.query<VerificationCounts>(`
    SELECT count(*) FILTER (WHERE ${waitsForTeam})::int AS waiting,
           count(*) FILTER (WHERE ${waitsForOwner})::int AS asked,
           count(*) FILTER (WHERE contract_verification_status = 'rejected')::int AS rejected,
           count(*) FILTER (WHERE contract_verification_status = 'expired')::int AS expired
    FROM listings WHERE is_active AND contract_verification_status <> 'verified'`);
  return rows[0] as VerificationCounts;
}
