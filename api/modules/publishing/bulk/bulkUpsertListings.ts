import type { Deps } from '#api/context/context.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { createSearchQueue } from '#api/platform/limits/searchQueue.ts';
import { mostRows } from '#api/platform/limits/rows.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { listingsReceived } from '#api/modules/listings/listingMails.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { readRows, writeRows, type GivenRow, type ListingRow } from './listingRows.ts';

/** A call keeps a connection to the database for seconds. */
const calls = createSearchQueue(
  { atOnce: { each: 2, all: 4 }, waiting: { each: 4, all: 100 } },
  {
    ofCaller: 'Too many of your calls wait for an answer. Please send one after the other',
    ofAll: 'Too many listings are being written right now. Please try again',
    gone: 'The call was given up before its turn',
  },
);

type BulkDeps = Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl'>;

interface Given {
  rows: readonly GivenRow[];
  isDryRun?: boolean | null | undefined;
}

/**
 * Creates and changes listings of the viewer's by their references. A row is written whole or not at
 * all, and a refused row does not keep the others. A dry run writes nothing.
 * @throws {SignInRequiredError | InvalidInputError | RateLimitedError | UnavailableError}
 * @throws {ConflictError} if one of the references is taken meanwhile; nothing is written then
 */
export async function bulkUpsertListings(
  deps: BulkDeps,
  viewer: Viewer | null,
  { rows: given, isDryRun }: Given,
): Promise<ListingRow[]> {
  const owner = signedIn(viewer);
  if (given.length === 0 || given.length > mostRows) {
    throw new InvalidInputError('rows', `One call takes 1 to ${mostRows} rows`);
  }
  if (isDryRun === true) {
    return calls.run(owner.id, 1, () =>
      deps.database.prisma.$transaction((transaction) =>
        readRows(transaction, owner.id, given, false),
      ),
    );
  }
  await deps.rateLimits.spend('listingRowByAccount', owner.id, given.length);
  return calls.run(owner.id, 1, () => write(deps, owner, given));
}

async function write(
  deps: BulkDeps,
  owner: Viewer,
  given: readonly GivenRow[],
): Promise<ListingRow[]> {
  const writing = deps.database.prisma.$transaction(async (transaction) => {
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
