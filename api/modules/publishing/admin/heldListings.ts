import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import {
  heldForOwners,
  queuePage,
  waitsForOwner,
  waitsForTeam,
} from '#api/modules/listings/verificationQueue.ts';

/**
 * Prisma arguments for a page of hidden listings that wait for their owners, the longest wait
 * first, without withdrawn listings. Takes the page size plus one row.
 * @throws {InvalidInputError} naming after or before
 */
export function heldPage(
  page: PageRequest,
): Pick<Prisma.ListingFindManyArgs, 'where' | 'orderBy' | 'take'> {
  return queuePage(heldForOwners, page);
}

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
