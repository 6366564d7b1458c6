import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type {
  ContractDocument,
  ContractVerificationStatus,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { InvalidInputError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput, filled } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../accounts/account.ts';
import { recordListingEvent } from '../listings/listingHistory.ts';
import { listingMail, listingInReview } from '../listings/listingMails.ts';
import { returnToReview } from '../listings/verificationQueue.ts';
import { queueMail } from '../mail/outbox.ts';
import { acceptContract } from './uploads/acceptance.ts';
import { attachAccepted, documentLink, type DocumentLink, type LinkDeps } from './documents.ts';
import { contractUrl, idInUrl } from './uploads/keys.ts';
import { maxContractBytes } from './uploads/limits.ts';
import { requireSignIn } from '../access/signedIn.ts';

export interface NewContract {
  ownerId: string;
  listingId: string;
  contractDocumentUrl: string;
}

/**
 * Makes an accepted document the proof of a listing in place of the previous document, and returns
 * the listing to verification. Call acceptContract before the transaction. Attaching the same
 * document to the same listing again changes nothing.
 * @throws {InvalidInputError} on contractDocumentUrl
 * @throws {NotFoundError} if the owner has no such listing
 */
export async function attachContract(
  transaction: Prisma.TransactionClient,
  { ownerId, listingId, contractDocumentUrl }: NewContract,
): Promise<ContractDocument> {
  // Lock: two concurrent calls could both attach a document to the listing.
  const [listing] = await transaction.$queryRaw<
    { status: ContractVerificationStatus; isFirst: boolean }[]
  >`
    SELECT contract_verification_status::text AS status,
           contract_document_url IS NULL AS "isFirst"
    FROM listings
    WHERE id = ${listingId}::uuid AND owner_id = ${ownerId}::uuid FOR UPDATE`;
  requireFound(listing, 'Listing not found');
  const id = idInUrl(contractDocumentUrl);
  const document = id && (await transaction.contractDocument.findFirst({ where: { id, ownerId } }));
  if (!document) {
    throw refusal('There is no such upload. Upload the document again');
  }
  if (document.status === 'attached' && document.listingId === listingId) {
    return document;
  }
  if (document.size === null || document.size > maxContractBytes) {
    throw refusal('The document was not checked yet. Upload it again');
  }
  await transaction.contractDocument.updateMany({
    where: { listingId, status: 'attached' },
    data: { status: 'discarded' },
  });
  if (!(await attachAccepted(transaction, document.id, { listingId }))) {
    throw refusal('This document is used already. Upload one for this listing');
  }
  await transaction.listing.update({
    where: { id: listingId },
    data: {
      contractDocumentUrl: contractUrl(document),
      // The listing waited for its owner until now; its place in the review queue starts here.
      ...(listing.isFirst && { reviewRequestedAt: new Date() }),
    },
  });
  await recordListingEvent(transaction, { listingId, actorId: ownerId, kind: 'contract_attached' });
  if (listing.status !== 'pending') {
    await returnToReview(transaction, { listingId, actorId: ownerId });
  }
  return transaction.contractDocument.findUniqueOrThrow({ where: { id: document.id } });
}

const refusal = (message: string): InvalidInputError =>
  new InvalidInputError('contractDocumentUrl', message);

const attachInput = z.object({
  listingId: z.string(),
  contractDocumentUrl: filled('Upload the contract first').max(
    2_000,
    'contractDocumentUrl may have at most 2000 characters',
  ),
});

/**
 * Attaches an uploaded document to a listing of the viewer.
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} if the viewer has no such listing
 * @throws {InvalidInputError | UnavailableError} as acceptContract and attachContract
 */
export async function addContract(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<ContractDocument> {
  requireSignIn(viewer);
  const { prisma } = deps.database;
  const { listingId, contractDocumentUrl } = parseInput(attachInput, input);
  const own = await prisma.listing.findFirst({
    where: { id: idToFind(listingId), ownerId: viewer.id },
    include: { resort: { select: { name: true } } },
  });
  requireFound(own, 'Listing not found');
  await acceptContract(deps, viewer, contractDocumentUrl);
  const mail = listingInReview(deps, recipientOf(viewer), listingMail(deps, own));
  return prisma.$transaction(async (transaction) => {
    const contract = { ownerId: viewer.id, listingId, contractDocumentUrl };
    const document = await attachContract(transaction, contract);
    const isNew = own.contractDocumentUrl !== contractUrl(document);
    if (isNew && own.contractVerificationStatus !== 'pending') {
      await queueMail(transaction, mail);
    }
    return document;
  });
}

export const contractLink = (
  deps: LinkDeps,
  viewer: Viewer | null,
  listingId: string,
): Promise<DocumentLink> =>
  documentLink(deps, viewer, {
    where: { listingId: idToFind(listingId) },
    missing: 'There is no contract of this listing for you to see',
  });

/**
 * Discards the documents that a person uploaded for themselves or as evidence, and the guest certificates in their
 * name, in the transaction that closes the account. Certificates of their guests and documents of closings stay.
 */
export async function discardContracts(
  transaction: Prisma.TransactionClient,
  ownerId: string,
): Promise<void> {
  await transaction.contractDocument.updateMany({
    where: { OR: [{ ownerId, bookingId: null, saleId: null }, { booking: { userId: ownerId } }] },
    data: { status: 'discarded' },
  });
  await transaction.listing.updateMany({
    where: { ownerId, contractDocumentUrl: { not: null } },
    data: { contractDocumentUrl: null },
  });
}
