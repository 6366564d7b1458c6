import type { ContractDocument, Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import {
  acceptPrintable,
  attachAccepted,
  documentLink,
  type AcceptDeps,
  type DocumentLink,
  type LinkDeps,
} from './documents.ts';

/**
 * Accepts an uploaded file as a guest certificate.
 * @throws {InvalidInputError | UnavailableError} as acceptPrintable, on certificateUrl
 */
export const acceptCertificate = (
  deps: AcceptDeps,
  uploaderId: string,
  url: string,
): Promise<ContractDocument> =>
  acceptPrintable(deps, uploaderId, url, { what: 'A guest certificate', refuse });

/**
 * Makes an accepted document the guest certificate of a booking, in place of the previous one.
 * @throws {InvalidInputError} if the document is already attached
 */
export async function attachCertificate(
  transaction: Prisma.TransactionClient,
  { documentId, bookingId }: { documentId: string; bookingId: string },
): Promise<void> {
  await transaction.contractDocument.updateMany({
    where: { bookingId, status: 'attached' },
    data: { status: 'discarded' },
  });
  if (!(await attachAccepted(transaction, documentId, { bookingId }))) {
    throw refuse('This document is used already. Upload one for this booking');
  }
}

const refuse = (message: string): InvalidInputError =>
  new InvalidInputError('certificateUrl', message);

export const certificateLink = (
  deps: LinkDeps,
  viewer: Viewer | null,
  bookingId: string,
): Promise<DocumentLink> =>
  documentLink(deps, viewer, {
    where: { bookingId: idToFind(bookingId) },
    missing: 'There is no guest certificate of this booking for you to see',
  });
