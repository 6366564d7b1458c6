import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Deps } from '#api/context/context.ts';
import type { ContractDocument } from '#api/generated/prisma/client.ts';
import { InvalidInputError, UnavailableError } from '#api/platform/errors.ts';
import { NoSuchObjectError, ObjectTooLargeError } from '#api/platform/storage/objectStorage.ts';
import { spool } from '#api/platform/storage/spool.ts';
import { nameFor } from './fileFacts.ts';
import { inspectDocument } from '../inspection/inspect.ts';
import { RefusedFileError } from '../inspection/refused.ts';
import { documentKey, idInUrl, quarantineKey, uploadsOf, type Uploader } from './keys.ts';
import { maxContractBytes } from './limits.ts';

type AcceptanceDeps = Pick<Deps, 'database' | 'storage' | 'virusScanner'>;

/** Limits concurrent inspections: many uploads then take longer instead of filling the memory. */
const inspecting = pLimit(4);

/** Minutes after which an inspection counts as interrupted: its process has died. */
const minutesToInspect = 5;

/**
 * Accepts an uploaded file as a document for a listing: moves it to a key no upload link can write
 * to, inspects it there and stores its type and name. Call this before the transaction that uses
 * the document.
 * @param contractDocumentUrl as returned by the upload
 * @throws {InvalidInputError} on contractDocumentUrl if it is not this uploader's, nothing was
 *   uploaded, or the file is refused; nothing of a refused file is kept
 * @throws {UnavailableError} while another call inspects it, or if no virus scanner responds
 */
export async function acceptContract(
  deps: AcceptanceDeps,
  uploader: Uploader,
  contractDocumentUrl: string,
): Promise<ContractDocument> {
  const id = idInUrl(contractDocumentUrl);
  const document =
    id &&
    (await deps.database.prisma.contractDocument.findFirst({
      where: { id, ...uploadsOf(uploader) },
    }));
  if (!document) {
    throw refusal('There is no such upload. Upload the document again');
  }
  return acceptDocument(deps, document);
}

export async function acceptDocument(
  deps: AcceptanceDeps,
  document: ContractDocument,
): Promise<ContractDocument> {
  if (await claim(deps, document.id)) {
    return inspecting(() => inspectAndKeep(deps, document));
  }
  const { prisma } = deps.database;
  const found = await prisma.contractDocument.findUnique({ where: { id: document.id } });
  if (found?.status === 'checking') {
    throw new UnavailableError('The document is still being checked. Please try again', 5);
  }
  const stored = found && (await deps.storage.stat(documentKey(found)));
  if (!found || found.status === 'discarded' || stored?.size !== found.size) {
    throw refusal('The document is no longer stored. Upload it again');
  }
  return found;
}

const refusal = (message: string): InvalidInputError =>
  new InvalidInputError('contractDocumentUrl', message);

async function claim({ database }: AcceptanceDeps, id: string): Promise<boolean> {
  const brokenOff = new Date(Date.now() - minutesToInspect * 60_000);
  const { count } = await database.prisma.contractDocument.updateMany({
    where: {
      id,
      OR: [{ status: 'uploading' }, { status: 'checking', updatedAt: { lt: brokenOff } }],
    },
    data: { status: 'checking' },
  });
  return count === 1;
}

async function inspectAndKeep(
  deps: AcceptanceDeps,
  document: ContractDocument,
): Promise<ContractDocument> {
  const { prisma } = deps.database;
  try {
    await takeOutOfReach(deps, document);
    const facts = await inspect(deps, document);
    return await prisma.contractDocument.update({
      where: { id: document.id, status: 'checking' },
      data: { ...facts, status: 'accepted', uploadId: null },
    });
  } catch (error) {
    if (error instanceof RefusedFileError || error instanceof ObjectTooLargeError) {
      await forget(deps, document);
      throw refusal(error instanceof RefusedFileError ? error.message : tooLarge);
    }
    // The file is kept, so the next call can retry.
    await prisma.contractDocument.updateMany({
      where: { id: document.id, status: 'checking' },
      data: { status: 'uploading' },
    });
    throw error;
  }
}

export const tooLarge = 'The file is larger than 50,485,760 bytes, the most that can be uploaded';

export async function forget(
  { database, storage }: Pick<AcceptanceDeps, 'database' | 'storage'>,
  document: Pick<ContractDocument, 'id' | 'ownerId' | 'uploadId'>,
): Promise<void> {
  const { count } = await database.prisma.contractDocument.deleteMany({
    where: { id: document.id, status: { in: ['uploading', 'checking'] } },
  });
  if (count === 1) {
    await removeFiles(storage, document);
  }
}

export async function removeFiles(
  storage: Deps['storage'],
  document: Pick<ContractDocument, 'id' | 'ownerId' | 'uploadId'>,
): Promise<void> {
  const key = quarantineKey(document);
  if (document.uploadId !== null) {
    await storage.abortMultipart({ key, uploadId: document.uploadId });
  }
  await storage.remove(key);
  await storage.remove(documentKey(document));
}

async function takeOutOfReach(
  { storage }: AcceptanceDeps,
  document: ContractDocument,
): Promise<void> {
  try {
    await storage.move(quarantineKey(document), documentKey(document));
  } catch (error) {
    if (!(error instanceof NoSuchObjectError)) {
      throw error;
    }
    // An interrupted inspection may have moved it.
    if (!(await storage.stat(documentKey(document)))) {
      throw refusal('Nothing was uploaded yet. Upload the document first');
    }
  }
}

async function inspect({ storage, virusScanner }: AcceptanceDeps, document: ContractDocument) {
  const copy = await spool(
    storage.scratch,
    await storage.read(documentKey(document)),
    maxContractBytes,
  );
  try {
    const kind = await inspectDocument(copy.path);
    const { contentType } = kind;
    const fileName = nameFor(kind, document);
    if ((await virusScanner.scan(copy.path)) !== null) {
      throw new RefusedFileError('A virus was found in the file. It was deleted');
    }
    return { fileName, contentType, size: copy.size, sha256: copy.sha256 };
  } finally {
    await rm(copy.path, { force: true });
  }
}
