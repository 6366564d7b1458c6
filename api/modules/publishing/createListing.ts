import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { type Prisma, type Listing } from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { earlierResult, isFirstCall } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../accounts/account.ts';
import { acceptContract } from '../contracts/uploads/acceptance.ts';
import { attachContract } from '../contracts/contracts.ts';
import { queueMail } from '../mail/outbox.ts';
import { recordListingEvent } from '../listings/listingHistory.ts';
import {
  changedFields,
  columnsOf,
  readListing,
  requireFittingWeek,
  type SaleFacts,
} from '../listings/listingInput.ts';
import { listingReference, orTakenReference } from '../listings/listingReference.ts';
import { listingMail, listingReceived } from '../listings/listingMails.ts';
import { resortOf } from '../listings/ownListing.ts';
import { requireSignIn } from '../access/signedIn.ts';

const extras = z.object({
  contractDocumentUrl: z
    .string({ error: 'Contract document must be an address' })
    .trim()
    .max(2_000, 'Contract document must be an address of at most 2,000 characters')
    .nullish()
    .transform((url) => url || null),
  reference: listingReference.nullish(),
  idempotencyKey,
});

export async function createListing(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
  saleFacts: SaleFacts = 'required',
): Promise<Listing> {
  requireSignIn(viewer);
  const wanted = readListing(input, undefined, saleFacts);
  const { contractDocumentUrl, reference, idempotencyKey } = parseInput(extras, input);
  const columns = { ...columnsOf(wanted), ownerReference: reference ?? null };
  // Scoped to the viewer, so that different people can use the same key.
  const key = idempotencyKey && `${viewer.id} ${idempotencyKey}`;
  const { prisma } = deps.database;
  const earlier = key && (await earlierListing(prisma, key, columns));
  if (earlier) {
    return earlier;
  }
  await deps.rateLimits.spend('listingByAccount', viewer.id);
  const resort = await resortOf(prisma, wanted.resortId);
  requireFittingWeek(wanted, resort);
  if (contractDocumentUrl !== null) {
    await acceptContract(deps, viewer, contractDocumentUrl);
  }
  return orTakenReference(
    prisma.$transaction(async (transaction) => {
      const id = randomUUID();
      if (key && !(await isFirstCall(transaction, operation, key, id))) {
        const made = await earlierListing(transaction, key, columns);
        if (made) {
          return made;
        }
      }
      const listing = await transaction.listing.create({
        data: { id, ...columns, ownerId: viewer.id },
      });
      await recordListingEvent(transaction, { listingId: id, actorId: viewer.id, kind: 'created' });
      if (contractDocumentUrl !== null) {
        await attachContract(transaction, {
          ownerId: viewer.id,
          listingId: id,
          contractDocumentUrl,
        });
      }
      await endDraft(transaction, viewer.id, id);
      const mail = listingReceived(deps, recipientOf(viewer), {
        ...listingMail(deps, { ...listing, resort }),
        hasContract: contractDocumentUrl !== null,
      });
      await queueMail(transaction, mail);
      return transaction.listing.findUniqueOrThrow({ where: { id } });
    }),
  );
}

const operation = 'createListing';

/** Deletes the owner's draft; a submitted property that it was filled with has its listing now. */
async function endDraft(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  listingId: string,
): Promise<void> {
  // The property before the draft: the order in which placing a draft locks them.
  await transaction.$executeRaw`
    UPDATE property_inquiries SET listing_id = ${listingId}::uuid
    WHERE listing_id IS NULL
      AND id = (SELECT inquiry_id FROM listing_drafts WHERE owner_id = ${ownerId}::uuid)`;
  await transaction.listingDraft.deleteMany({ where: { ownerId } });
}

/**
 * The listing from an earlier call with this key; null if none.
 * @throws {ConflictError} if that call had other input
 */
async function earlierListing(
  transaction: Pick<Prisma.TransactionClient, 'idempotencyKey' | 'listing'>,
  key: string,
  columns: ReturnType<typeof columnsOf>,
): Promise<Listing | null> {
  const id = await earlierResult(transaction, operation, key);
  const listing = id ? await transaction.listing.findUnique({ where: { id } }) : null;
  if (listing && changedFields(listing, columns).length > 0) {
    throw new ConflictError('idempotencyKey', 'This idempotency key was used for another listing');
  }
  return listing;
}
