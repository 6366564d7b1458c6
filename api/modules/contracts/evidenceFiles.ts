import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import type { ContractDocument, Prisma } from '../../generated/prisma/client.ts';
import { InvalidInputError, NotFoundError, SignInRequiredError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { acceptPrintable } from './certificates.ts';
import { linkTo, readableBy, type ContractLink } from './contracts.ts';

/**
 * Accepts an uploaded file as evidence. Call this before the transaction that attaches it.
 * @param url as returned by the upload
 * @throws {InvalidInputError | UnavailableError} as acceptContract, on documentUrl, and unless it is
 *   a PDF or a picture
 */
export const acceptEvidence = (
  deps: Pick<Deps, 'database' | 'storage' | 'virusScanner'>,
  uploaderId: string,
  url: string,
): Promise<ContractDocument> =>
  acceptPrintable(deps, uploaderId, url, { what: 'A piece of evidence', refusal });

/**
 * Makes an accepted document the file of a piece of evidence.
 * @throws {InvalidInputError} if it is used already
 */
export async function attachEvidence(
  transaction: Prisma.TransactionClient,
  { documentId, evidenceId, at }: { documentId: string; evidenceId: string; at: Date },
): Promise<void> {
  const { count } = await transaction.contractDocument.updateMany({
    where: { id: documentId, status: 'accepted' },
    data: { status: 'attached', evidenceId, attachedAt: at },
  });
  if (count === 0) {
    throw refusal('This document is used already. Upload another one');
  }
}

const refusal = (message: string): InvalidInputError =>
  new InvalidInputError([{ field: 'documentUrl', message }]);

/**
 * Creates a link to a file in a dispute, for its two sides and administrators. It works for 15
 * minutes.
 * @param number of the evidence within the booking
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} if there is none, or the viewer may not read it
 */
export async function evidenceLink(
  { database, signedLinks }: Pick<Deps, 'database' | 'signedLinks'>,
  viewer: Viewer | null,
  bookingId: string,
  number: number,
): Promise<ContractLink> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  const document =
    z.uuid().safeParse(bookingId).success &&
    (await database.prisma.contractDocument.findFirst({
      where: { AND: [{ evidence: { bookingId, number } }, readableBy(viewer)] },
    }));
  if (!document) {
    throw new NotFoundError('There is no such file for you to see');
  }
  return linkTo({ signedLinks }, viewer, document);
}
