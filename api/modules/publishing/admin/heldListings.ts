import type { Deps } from '../../../context/context.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { PageRequest } from '../../../platform/cursors.ts';
import {
  heldForOwners,
  queuePage,
  waitsForOwner,
  waitsForTeam,
} from '../../listings/verificationQueue.ts';

/**
 * What to ask Prisma for one page of listings that wait for their owners, so that nobody sees them,
 * and one more: those that have waited longest first. Withdrawn ones are left out.
 * @throws {InvalidInputError} naming after or before
 */
export function heldPage(
  page: PageRequest,
): Pick<Prisma.ListingFindManyArgs, 'where' | 'orderBy' | 'take'> {
  return queuePage(heldForOwners, page);
}

export interface VerificationCounts {
  /** Waiting for the team, with a document. */
  waiting: number;
  /** Waiting for the owner: asked for more, or without a document yet. */
  asked: number;
  rejected: number;
  expired: number;
}

/** How many listings stand where in the verification, withdrawn ones left out; one statement. */
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
