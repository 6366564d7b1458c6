import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail } from '../mail/outbox.ts';
import { recordListingEvent } from '../listings/listingHistory.ts';
import { listingMail, evidenceExpired } from '../listings/listingMails.ts';
import { lockListing } from '../listings/ownListing.ts';
import { utcToday } from '#common/days.ts';

const batchSize = 100;

/** Hides listings whose evidence ended before today (UTC), and mails their owners. */
export async function expireEvidence(
  _payload: unknown,
  deps: Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>,
): Promise<void> {
  const { prisma } = deps.database;
  const over = {
    contractVerificationStatus: 'verified',
    evidenceEndsOn: { lt: new Date(utcToday()) },
  } satisfies Prisma.ListingWhereInput;
  for (;;) {
    const found = await prisma.listing.findMany({
      where: over,
      select: { id: true },
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    for (const { id } of found) {
      await prisma.$transaction((transaction) => expire(deps, transaction, id, over));
    }
    if (found.length < batchSize) {
      return;
    }
  }
}

async function expire(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  transaction: Prisma.TransactionClient,
  listingId: string,
  over: Prisma.ListingWhereInput,
): Promise<void> {
  await lockListing(transaction, listingId);
  // Another process or an administrator may have changed the listing before the lock.
  const { count } = await transaction.listing.updateMany({
    where: { ...over, id: listingId },
    data: { contractVerificationStatus: 'expired', ownershipVerified: false },
  });
  if (count === 0) {
    return;
  }
  await recordListingEvent(transaction, { listingId, actorId: null, kind: 'evidence_expired' });
  const listing = await transaction.listing.findUniqueOrThrow({
    where: { id: listingId },
    include: {
      resort: { select: { name: true } },
      owner: { select: { firstName: true, lastName: true, email: true, closedAt: true } },
    },
  });
  if (listing.owner && !listing.owner.closedAt) {
    const values = listingMail(deps, listing);
    await queueMail(transaction, evidenceExpired(deps, recipientOf(listing.owner), values));
  }
}
