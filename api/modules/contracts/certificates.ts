import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import type { ContractDocument, Prisma } from '../../generated/prisma/client.ts';
import { InvalidInputError, NotFoundError, SignInRequiredError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { acceptContract } from './acceptance.ts';
import { linkTo, readableBy, type ContractLink } from './contracts.ts';

/** Everybody at a front desk can open and print these. The database checks it too. */
const printableTypes = ['application/pdf', 'image/jpeg', 'image/png'];

type AcceptDeps = Pick<Deps, 'database' | 'storage' | 'virusScanner'>;

/**
 * Accepts an uploaded file as a guest certificate. Call this before the transaction that attaches it.
 * @param url as returned by the upload
 * @throws {InvalidInputError | UnavailableError} as acceptContract, on certificateUrl, and unless it
 *   is a PDF or a picture
 */
export const acceptCertificate = (
  deps: AcceptDeps,
  uploaderId: string,
  url: string,
): Promise<ContractDocument> =>
  acceptPrintable(deps, uploaderId, url, { what: 'A guest certificate', refusal });

/** Accepts an uploaded PDF or picture; `refusal` makes the errors. */
export async function acceptPrintable(
  deps: AcceptDeps,
  uploaderId: string,
  url: string,
  { what, refusal: refuse }: { what: string; refusal: (message: string) => InvalidInputError },
): Promise<ContractDocument> {
  const document = await acceptContract(deps, uploaderId, url).catch((error: unknown) => {
    throw error instanceof InvalidInputError ? refuse(error.message) : error;
  });
  if (!printableTypes.includes(document.contentType ?? '')) {
    throw refuse(`${what} is a PDF or a picture: .pdf, .jpg, .jpeg or .png`);
  }
  return document;
}

/**
 * Makes an accepted document the guest certificate of a booking, in place of the previous one.
 * @throws {InvalidInputError} if it is used already
 */
export async function attachCertificate(
  transaction: Prisma.TransactionClient,
  { documentId, bookingId }: { documentId: string; bookingId: string },
): Promise<void> {
  await transaction.contractDocument.updateMany({
    where: { bookingId, status: 'attached' },
    data: { status: 'discarded' },
  });
  const { count } = await transaction.contractDocument.updateMany({
    where: { id: documentId, status: 'accepted' },
    data: { status: 'attached', bookingId, attachedAt: new Date() },
  });
  if (count === 0) {
    throw refusal('This document is used already. Upload one for this booking');
  }
}

const refusal = (message: string): InvalidInputError =>
  new InvalidInputError([{ field: 'certificateUrl', message }]);

/**
 * Creates a link to the guest certificate of a booking, for its traveler, the owner of the week and
 * administrators. It works for 15 minutes.
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} if there is none, or the viewer may not read it
 */
export async function certificateLink(
  { database, signedLinks }: Pick<Deps, 'database' | 'signedLinks'>,
  viewer: Viewer | null,
  bookingId: string,
): Promise<ContractLink> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  const document =
    z.uuid().safeParse(bookingId).success &&
    (await database.prisma.contractDocument.findFirst({
      where: { bookingId, ...readableBy(viewer) },
    }));
  if (!document) {
    throw new NotFoundError('There is no guest certificate of this booking for you to see');
  }
  return linkTo({ signedLinks }, viewer, document);
}
