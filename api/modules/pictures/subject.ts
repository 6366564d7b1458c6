import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Listing, Picture, Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import { recipientOf } from '../accounts/account.ts';
import { recordAudit } from '../audit/audit.ts';
import { recordListingEvent } from '../listings/listingHistory.ts';
import { listingMail, listingInReview } from '../listings/listingMails.ts';
import { lockOwnListing, resortOf } from '../listings/ownListing.ts';
import { returnToReview } from '../listings/verificationQueue.ts';
import { queueMail } from '../mail/outbox.ts';

export type Subject = { listingId: string } | { resortId: string };

export const subjectInput = z.object({
  listingId: z.string().nullish(),
  resortId: z.string().nullish(),
});

export function readSubject({ listingId, resortId }: z.infer<typeof subjectInput>): Subject {
  if (listingId != null && resortId == null) {
    return { listingId };
  }
  if (resortId != null && listingId == null) {
    return { resortId };
  }
  throw new InvalidInputError('listingId', 'Name a listing or a resort');
}

type ChangeDeps = Pick<Deps, 'siteSettings' | 'publicUrl'>;

interface OpenPictures {
  pictures: Picture[];
  /** Records a change. Call it once, after the change. */
  changed(deps: ChangeDeps, change?: { isNew: boolean }): Promise<void>;
}

/**
 * Locks the listing or the resort, so that concurrent changes of its pictures wait.
 * @throws {NotFoundError}
 * @throws {ForbiddenError} for another owner's listing, and for a resort unless the viewer is an
 *   administrator
 */
export async function openPictures(
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  subject: Subject,
): Promise<OpenPictures> {
  if ('listingId' in subject) {
    const listing = await lockOwnListing(transaction, viewer.id, subject.listingId);
    return {
      pictures: await picturesOf(transaction, subject),
      changed: (deps, change) => listingChanged(deps, transaction, viewer, listing, change),
    };
  }
  requireAdmin(viewer);
  const resortId = idToFind(subject.resortId);
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT FROM resorts WHERE id = ${resortId}::uuid FOR NO KEY UPDATE`;
  if (found.length === 0) {
    throw new NotFoundError('Resort not found');
  }
  const pictures = await picturesOf(transaction, { resortId });
  return {
    pictures,
    changed: async () =>
      recordAudit(transaction, viewer, 'resort.update', resortId, {
        before: { pictures: descriptionsOf(pictures) },
        after: { pictures: descriptionsOf(await picturesOf(transaction, { resortId })) },
      }),
  };
}

const picturesOf = (transaction: Prisma.TransactionClient, subject: Subject): Promise<Picture[]> =>
  transaction.picture.findMany({ where: subject, orderBy: { position: 'asc' } });

const descriptionsOf = (pictures: Picture[]): string[] => pictures.map(({ alt }) => alt);

/**
 * Adds the change to the history, and returns a verified listing with a new picture to review. The
 * version changes, so that nobody decides about pictures they have not seen.
 */
async function listingChanged(
  deps: ChangeDeps,
  transaction: Prisma.TransactionClient,
  owner: Viewer,
  listing: Listing,
  change = { isNew: false },
): Promise<void> {
  const event = { listingId: listing.id, actorId: owner.id };
  const last = await transaction.listingEvent.findFirst({
    where: { listingId: listing.id },
    orderBy: { number: 'desc' },
    select: { kind: true },
  });
  // A series of changes gets one entry.
  if (last?.kind !== 'edited') {
    await recordListingEvent(transaction, { ...event, kind: 'edited' });
  }
  await transaction.listing.update({
    where: { id: listing.id },
    data: { version: { increment: 1 } },
  });
  if (!change.isNew || listing.contractVerificationStatus !== 'verified') {
    return;
  }
  await returnToReview(transaction, event);
  const resort = await resortOf(transaction, listing.resortId);
  const mail = listingInReview(deps, recipientOf(owner), listingMail(deps, { ...listing, resort }));
  await queueMail(transaction, mail);
}
