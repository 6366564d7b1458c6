import type { Deps } from '../../context.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { PageRequest } from '../../platform/cursors.ts';
import { queuePage } from './verificationQueue.ts';

/**
 * What to ask Prisma for one page of listings that wait for their owners, so that nobody sees them,
 * and one more: those that have waited longest first. Withdrawn ones are left out.
 * @throws {InvalidInputError} naming after or before
 */
export function heldPage(
  page: PageRequest,
): Pick<Prisma.ListingFindManyArgs, 'where' | 'orderBy' | 'take'> {
  const { where, ...rest } = queuePage('pending', page);
  return {
    ...rest,
    where: {
      ...where,
      contractVerificationStatus: { in: ['more_information', 'rejected', 'expired'] },
    },
  };
}

export interface VerificationCounts {
  /** Waiting for the team. */
  waiting: number;
  asked: number;
  rejected: number;
  expired: number;
}

/** How many listings stand where in the verification, withdrawn ones left out; one statement. */
export async function verificationCounts({
  database,
}: Pick<Deps, 'database'>): Promise<VerificationCounts> {
  const { rows } = await database.pool.query<VerificationCounts>(`
    SELECT count(*) FILTER (WHERE contract_verification_status = 'pending')::int AS waiting,
           count(*) FILTER (WHERE contract_verification_status = 'more_information')::int AS asked,
           count(*) FILTER (WHERE contract_verification_status = 'rejected')::int AS rejected,
           count(*) FILTER (WHERE contract_verification_status = 'expired')::int AS expired
    FROM listings WHERE is_active AND contract_verification_status <> 'verified'`);
  return rows[0] as VerificationCounts;
}
