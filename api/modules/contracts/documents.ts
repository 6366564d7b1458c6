import type { Deps } from '#api/context/context.ts';
import type { ContractDocument, Prisma } from '#api/generated/prisma/client.ts';
import { ForbiddenError, NotFoundError, requireFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { NoSuchObjectError } from '#api/platform/storage/objectStorage.ts';
import { recordAudit, type AuditAction } from '../audit/audit.ts';
import { contractUrl, documentKey } from './uploads/keys.ts';
import { linkSeconds } from './uploads/limits.ts';
import { requireSignIn } from '../access/signedIn.ts';

/** @returns false if it is already attached */
export async function attachAccepted(
  transaction: Prisma.TransactionClient,
  id: string,
  place:
    | { listingId: string }
    | { bookingId: string }
    | { evidenceId: string }
    | { saleId: string },
  at = new Date(),
): Promise<boolean> {
  const { count } = await transaction.contractDocument.updateMany({
    where: { id, status: 'accepted' },
    data: { status: 'attached', attachedAt: at, ...place },
  });
  return count > 0;
}

export interface DocumentLink {
  /** Path and query under the site's origin; works for this viewer only. */
  path: string;
  expiresAt: Date;
  document: ContractDocument;
}

export type LinkDeps = Pick<Deps, 'database' | 'signedLinks'>;

/**
 * Creates a link to an attached document, which works for 15 minutes.
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} if there is none, or the viewer may not read it
 */
export async function documentLink(
  { database, signedLinks }: LinkDeps,
  viewer: Viewer | null,
  { where, missing }: { where: Prisma.ContractDocumentWhereInput; missing: string },
): Promise<DocumentLink> {
  requireSignIn(viewer);
  const document = await database.prisma.contractDocument.findFirst({
    where: { AND: [where, readableBy(viewer)] },
  });
  requireFound(document, missing);
  return {
    path: signedLinks.sign('GET', contractUrl(document), { person: viewer.id }, linkSeconds),
    expiresAt: new Date(Date.now() + linkSeconds * 1000),
    document,
  };
}

/**
 * Who may read an attached document, besides administrators: the owner a proof of ownership; the
 * traveler and the owner of the week a guest certificate and evidence, whoever uploaded it; buyer and
 * seller the documents of a closing.
 */
const readableBy = ({ id, role }: Viewer) =>
  ({
    status: 'attached',
    ...(role !== 'admin' && {
      OR: [
        { sale: { OR: [{ buyerId: id }, { sellerId: id }] } },
        { ownerId: id, listingId: { not: null } },
        { booking: { OR: [{ userId: id }, { ownerId: id }] } },
        { evidence: { booking: { OR: [{ userId: id }, { ownerId: id }] } } },
      ],
    }),
  }) satisfies Prisma.ContractDocumentWhereInput;

/**
 * Opens a document through a link from documentLink and records the opening in the audit log. The
 * caller has verified the link.
 * @throws {SignInRequiredError}
 * @throws {ForbiddenError} if the link was made for someone else
 * @throws {NotFoundError} if the document is gone, or the viewer may no longer read it
 */
export async function openContract(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  viewer: Viewer | null,
  id: string,
  claims: Record<string, string>,
) {
  requireSignIn(viewer);
  if (claims['person'] !== viewer.id) {
    throw new ForbiddenError('This link was made for someone else');
  }
  const document = await database.prisma.contractDocument.findFirst({
    where: { id, ...readableBy(viewer) },
    include: { evidence: { select: { bookingId: true } } },
  });
  return readDocument({ database, storage }, viewer, document);
}

type Opened = Pick<
  ContractDocument,
  'id' | 'listingId' | 'bookingId' | 'saleId' | 'size' | 'contentType' | 'fileName' | 'sha256'
> & { evidence?: { bookingId: string } | null };

/**
 * Reads a document and records the opening in the audit log.
 * @param reader as in the audit log
 * @throws {NotFoundError} if it is gone
 */
export async function readDocument(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  reader: Parameters<typeof recordAudit>[1],
  document: Opened | null | undefined,
) {
  const { size, contentType, fileName } = document ?? {};
  if (!document || size == null || contentType == null || fileName == null) {
    throw new NotFoundError('This document is no longer there');
  }
  const body = await storage.read(documentKey(document)).catch((error: unknown) => {
    throw error instanceof NoSuchObjectError
      ? new NotFoundError('This document is no longer there')
      : error;
  });
  try {
    await database.prisma.$transaction((transaction) =>
      recordAudit(transaction, reader, ...openingOf(document), {
        after: { document: document.id, fileName, sha256: document.sha256 },
      }),
    );
  } catch (error) {
    body.destroy();
    throw error;
  }
  return { body, document: { size, contentType, fileName } };
}

function openingOf({
  listingId,
  bookingId,
  saleId,
  evidence,
}: Opened): [AuditAction, subjectId: string] {
  if (saleId !== null) {
    return ['sale.openDocument', saleId];
  }
  if (evidence) {
    return ['evidence.open', evidence.bookingId];
  }
  return bookingId === null ? ['contract.open', listingId ?? ''] : ['certificate.open', bookingId];
}
