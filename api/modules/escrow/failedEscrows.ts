import type { Deps } from '../../context/context.ts';
import { Prisma, type Listing } from '../../generated/prisma/client.ts';
import { ConflictError, ForbiddenError, SignInRequiredError } from '../../platform/errors.ts';
import { tellFailure, type ToldFailure } from '../../platform/failureWords.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { recordAudit } from '../audit/audit.ts';
import { lockListing } from '../listings/ownListing.ts';
import { askPartner } from './escrow.ts';

/** A request to the partner that is not made again by itself. */
export interface FailedEscrow extends ToldFailure {
  listingId: string;
  /** How often the partner was asked. */
  tries: number;
}

/** More than this many are not shown. */
export const mostFailedEscrows = 100;

/**
 * Escrows that wait for an account while nobody asks for it any more, those that were begun first
 * first: all tries failed, the last one with its process maybe.
 */
export async function failedEscrows({ database }: Pick<Deps, 'database'>): Promise<FailedEscrow[]> {
  const rows = await database.read<StoredEscrow>(Prisma.sql`
    SELECT listings.id AS "listingId", coalesce(jobs.attempts, 0)::int AS tries,
           jobs.last_error AS error
    FROM listings
    LEFT JOIN graphile_worker.jobs ON jobs.key = 'open_escrow:' || escrow_reference
    WHERE escrow_status = 'pending' AND escrow_account_id IS NULL
      AND (jobs.id IS NULL OR (jobs.attempts >= jobs.max_attempts AND jobs.locked_at IS NULL))
    ORDER BY jobs.created_at NULLS FIRST, listings.id
    LIMIT ${mostFailedEscrows}`);
  return rows.map(({ error, ...escrow }) => ({
    ...escrow,
    ...tellFailure('The escrow partner', error),
  }));
}

interface StoredEscrow {
  listingId: string;
  tries: number;
  error: string | null;
}

/**
 * Asks the partner once more for the account of a listing, now and as often as the first time. The
 * reference is the same, so it is the same account.
 * @param listingId its plain id
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {ConflictError} when the partner has answered, or there is no escrow
 */
export async function retryEscrow(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  listingId: string,
): Promise<Listing> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  if (viewer.role !== 'admin') {
    throw new ForbiddenError('Only an administrator may do this');
  }
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockListing(transaction, listingId);
    const { escrowStatus, escrowReference, escrowAccountId } = listing;
    if (escrowStatus !== 'pending' || escrowReference === null || escrowAccountId !== null) {
      throw new ConflictError([
        { field: 'listingId', message: 'The escrow partner is not asked about this listing' },
      ]);
    }
    await askPartner(transaction, escrowReference);
    await recordAudit(transaction, viewer, {
      action: 'listing.retryEscrow',
      subjectType: 'Listing',
      subjectId: listing.id,
    });
    return listing;
  });
}
