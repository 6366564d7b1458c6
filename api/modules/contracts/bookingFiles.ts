import type { Deps } from '#api/context/context.ts';
import type { ContractDocument, Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { attachAccepted, documentLink, type DocumentLink, type LinkDeps } from './documents.ts';
import { acceptContract } from './uploads/acceptance.ts';
import type { Uploader } from './uploads/keys.ts';

const kinds = {
  certificate: { field: 'certificateUrl', what: 'A guest certificate' },
  evidence: { field: 'documentUrl', what: 'A piece of evidence' },
  closing: { field: 'documentUrl', what: 'A document of a closing' },
};

/** Types that every front desk can open and print. The database checks them too. */
const printableTypes = ['application/pdf', 'image/jpeg', 'image/png'];

/**
 * Accepts an uploaded PDF or picture. Call this before the transaction that attaches it.
 * @param url as returned by the upload
 * @throws {InvalidInputError | UnavailableError} as acceptContract, and for files that are
 *   neither PDF nor picture
 */
export async function acceptPrintable(
  deps: Pick<Deps, 'database' | 'storage' | 'virusScanner'>,
  kind: keyof typeof kinds,
  uploader: Uploader,
  url: string,
): Promise<ContractDocument> {
  const { field, what } = kinds[kind];
  const document = await acceptContract(deps, uploader, url).catch((error: unknown) => {
    throw error instanceof InvalidInputError ? new InvalidInputError(field, error.message) : error;
  });
  if (!printableTypes.includes(document.contentType ?? '')) {
    const message = `${what} is a PDF or a picture: .pdf, .jpg, .jpeg or .png`;
    throw new InvalidInputError(field, message);
  }
  return document;
}

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
    const message = 'This document is used already. Upload one for this booking';
    throw new InvalidInputError(kinds.certificate.field, message);
  }
}

/** @throws {InvalidInputError} if the document is already attached */
export async function attachEvidence(
  transaction: Prisma.TransactionClient,
  { documentId, evidenceId, at }: { documentId: string; evidenceId: string; at: Date },
): Promise<void> {
  if (!(await attachAccepted(transaction, documentId, { evidenceId }, at))) {
    const message = 'This document is used already. Upload another one';
    throw new InvalidInputError(kinds.evidence.field, message);
  }
}

export const certificateLink = (
  deps: LinkDeps,
  viewer: Viewer | null,
  bookingId: string,
): Promise<DocumentLink> =>
  documentLink(deps, viewer, {
    where: { bookingId: idToFind(bookingId) },
    missing: 'There is no guest certificate of this booking for you to see',
  });

export const evidenceLink = (
  deps: LinkDeps,
  viewer: Viewer | null,
  bookingId: string,
  number: number,
): Promise<DocumentLink> =>
  documentLink(deps, viewer, {
    where: { evidence: { bookingId: idToFind(bookingId), number } },
    missing: 'There is no such file for you to see',
  });
