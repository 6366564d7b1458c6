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
 * Accepts an uploaded file as evidence.
 * @throws {InvalidInputError | UnavailableError} as acceptPrintable, on documentUrl
 */
export const acceptEvidence = (
  deps: AcceptDeps,
  uploaderId: string,
  url: string,
): Promise<ContractDocument> =>
  acceptPrintable(deps, uploaderId, url, { what: 'A piece of evidence', refuse });

/**
 * Makes an accepted document the file of a piece of evidence.
 * @throws {InvalidInputError} if the document is already attached
 */
export async function attachEvidence(
  transaction: Prisma.TransactionClient,
  { documentId, evidenceId, at }: { documentId: string; evidenceId: string; at: Date },
): Promise<void> {
  if (!(await attachAccepted(transaction, documentId, { evidenceId }, at))) {
    throw refuse('This document is used already. Upload another one');
  }
}

const refuse = (message: string): InvalidInputError =>
  new InvalidInputError('documentUrl', message);

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
