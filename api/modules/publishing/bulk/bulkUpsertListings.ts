import type { Deps } from '#api/context/context.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { mostRows } from '#api/platform/limits/rows.ts';
import { recipientOf } from '../../accounts/account.ts';
import { listingsReceived } from '../../listings/listingMails.ts';
import { queueMail } from '../../mail/outbox.ts';
import { signedIn } from '../../access/signedIn.ts';
import { readRows, writeRows, type GivenRow, type ListingRow } from './listingRows.ts';

interface Given {
  rows: readonly GivenRow[];
  isDryRun?: boolean | null | undefined;
}

/**
 * Creates and changes listings of the viewer's by their references. A row is written whole or not at
 * all, and a refused row does not keep the others. A dry run writes nothing.
 * @throws {SignInRequiredError | InvalidInputError | RateLimitedError}
 * @throws {ConflictError} if one of the references is taken meanwhile; nothing is written then
 */
export async function bulkUpsertListings(
  deps: Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl'>,
  viewer: Viewer | null,
  { rows: given, isDryRun }: Given,
): Promise<ListingRow[]> {
  const owner = signedIn(viewer);
  if (given.length === 0 || given.length > mostRows) {
    throw new InvalidInputError('rows', `One call takes 1 to ${mostRows} rows`);
  }
  const { prisma } = deps.database;
  if (isDryRun === true) {
    return prisma.$transaction((transaction) => readRows(transaction, owner.id, given, false));
  }
  await deps.rateLimits.spend('listingByAccount', owner.id, given.length);
  const writing = prisma.$transaction(async (transaction) => {
    const rows = await readRows(transaction, owner.id, given, true);
    await writeRows(transaction, owner.id, rows);
    const created = rows.filter(({ status }) => status === 'CREATED').length;
    const inReview = rows.filter(
      ({ status, needsReview }) => status === 'CHANGED' && needsReview,
    ).length;
    if (created + inReview > 0) {
      const link = `${deps.publicUrl}/dashboard/listings`;
      await queueMail(
        transaction,
        listingsReceived(deps, recipientOf(owner), { created, inReview, link }),
      );
    }
    return rows;
  });
  return onViolation(
    writing,
    'listings_owner_id_owner_reference_key',
    () => new ConflictError('rows', 'One of these references is taken meanwhile. Please try again'),
  );
}
