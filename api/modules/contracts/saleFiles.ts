import type { Prisma, SaleStepName } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { attachAccepted, documentLink, type DocumentLink, type LinkDeps } from './documents.ts';

/** @throws {InvalidInputError} if the document is already attached */
export async function attachToSale(
  transaction: Prisma.TransactionClient,
  { documentId, saleId, at }: { documentId: string; saleId: string; at: Date },
): Promise<void> {
  if (!(await attachAccepted(transaction, documentId, { saleId }, at))) {
    throw new InvalidInputError('documentUrl', 'This document is used already. Upload another one');
  }
}

export const saleDocumentLink = (
  deps: LinkDeps,
  viewer: Viewer | null,
  saleId: string,
  step: SaleStepName,
): Promise<DocumentLink> =>
  documentLink(deps, viewer, {
    where: { saleStep: { saleId: idToFind(saleId), step } },
    missing: 'There is no such document for you to see',
  });
