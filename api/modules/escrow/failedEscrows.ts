import type { Deps } from '#api/context/context.ts';
import { Prisma, type Listing } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError } from '#api/platform/errors.ts';
import { tellFailure, type ToldFailure } from '#api/platform/outgoing/failureWords.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recordAudit } from '../audit/audit.ts';
import { lockListing } from '../listings/ownListing.ts';
import { askForAccount } from './saleEscrow.ts';
import { requireSignIn } from '../access/signedIn.ts';

export interface FailedEscrow extends ToldFailure {
  saleId: string;
  listingId: string;
  tries: number;
}

export const mostFailedEscrows = 100;

/**
 * FROM and WHERE of pending escrows without an account whose request is no longer retried: all
 * attempts failed, the process died in the last one, or the job is missing.
 */
export const failedEscrowRows = Prisma.sql`
  escrow_accounts JOIN sales ON sales.id = sale_id
    LEFT JOIN graphile_worker.jobs ON jobs.key = 'open_sale_account:' || sale_id
  WHERE escrow_accounts.status = 'pending' AND account_id IS NULL AND sales.status = 'agreed'
    AND (jobs.id IS NULL OR (jobs.attempts >= jobs.max_attempts AND jobs.locked_at IS NULL))`;

export async function failedEscrows({ database }: Pick<Deps, 'database'>): Promise<FailedEscrow[]> {
  const rows = await database.read<StoredEscrow>(Prisma.sql`
    SELECT sale_id AS "saleId", listing_id AS "listingId", coalesce(jobs.attempts, 0)::int AS tries,
           jobs.last_error AS error
    FROM ${failedEscrowRows}
    ORDER BY agreed_at, sale_id
    LIMIT ${mostFailedEscrows}`);
  return rows.map(({ error, ...escrow }) => ({
    ...escrow,
    ...tellFailure('The escrow partner', error),
  }));
}

interface StoredEscrow {
  saleId: string;
  listingId: string;
  tries: number;
  error: string | null;
}

/**
 * Requests the account of a listing's sale again, with as many attempts as the first time. The
 * reference is the same, so the partner returns the same account.
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {ConflictError} if the partner has answered, or no escrow was requested
 */
export async function retryEscrow(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  listingId: string,
): Promise<Listing> {
  requireSignIn(viewer);
  if (viewer.role !== 'admin') {
    throw new ForbiddenError('Only an administrator may do this');
  }
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockListing(transaction, listingId);
    const account = await transaction.escrowAccount.findFirst({
      where: { status: 'pending', accountId: null, sale: { listingId, status: 'agreed' } },
    });
    if (!account) {
      throw new ConflictError('listingId', 'The escrow partner is not asked about this listing');
    }
    await askForAccount(transaction, account.saleId);
    await recordAudit(transaction, viewer, 'listing.retryEscrow', listing.id);
    return listing;
  });
}
