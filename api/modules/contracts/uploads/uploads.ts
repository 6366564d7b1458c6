import type { Readable } from 'node:stream';
import type { Deps } from '#api/context/context.ts';
import type { ContractDocument } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
} from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import {
  ObjectTooLargeError,
  type TemporaryCredentials,
} from '#api/platform/storage/objectStorage.ts';
import { acceptDocument, forget, tooLarge } from './acceptance.ts';
import { readContentType, readFileName } from './fileFacts.ts';
import { RefusedFileError } from '../inspection/refused.ts';
import { quarantineKey, quarantinePrefix, uploadsOf, type Uploader } from './keys.ts';
import { linkSeconds, maxContractBytes, mostOpenUploads } from './limits.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

export interface FileDescription {
  filename?: string | null | undefined;
  type?: string | null | undefined;
}

export type UploadDeps = Pick<
  Deps,
  'database' | 'storage' | 'virusScanner' | 'signedLinks' | 'rateLimits'
>;

/**
 * Begins an upload of one file.
 * @returns the link for the file; works for 15 minutes, until a whole file was received
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} if the name or type is not that of a document
 * @throws {RateLimitedError}
 */
export async function beginUpload(
  deps: UploadDeps,
  viewer: Uploader | null,
  file: FileDescription,
) {
  const document = await newDocument(deps, viewer, file);
  const path = `/s3/objects/${quarantineKey(document)}`;
  return {
    path: deps.signedLinks.sign('PUT', path, {}, linkSeconds),
    key: quarantineKey(document),
    expires: linkSeconds,
    contentType: document.contentType,
  };
}

export async function newDocument(
  { database, rateLimits }: UploadDeps,
  viewer: Uploader | null,
  { filename, type }: FileDescription,
): Promise<ContractDocument> {
  requireSignIn(viewer);
  const facts = told(() => ({
    fileName: readFileName(filename),
    contentType: readContentType(type),
  }));
  await rateLimits.spend('uploadByAccount', viewer.saleId ?? viewer.id);
  const own = uploadsOf(viewer);
  return database.prisma.$transaction(async (transaction) => {
    // Lock: concurrent starts could all pass the limit.
    await transaction.$queryRaw`SELECT id FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    const open = await transaction.contractDocument.count({
      where: { ...own, status: { in: ['uploading', 'checking', 'accepted'] } },
    });
    if (open >= mostOpenUploads) {
      throw new RateLimitedError(
        'You have many uploads that no listing uses. Use one of them, or try again tomorrow',
        86_400,
      );
    }
    return transaction.contractDocument.create({ data: { ...own, ...facts } });
  });
}

/**
 * Receives a whole file through a link from beginUpload, inspects it and keeps it. The caller has
 * verified the link.
 * @param document from the link
 * @param file `length` is the Content-Length header, if there is one
 * @throws {NotFoundError} if there is no such upload, or it is a multipart upload
 * @throws {ForbiddenError} for any other signed-in user
 * @throws {ConflictError} if the file was already received
 * @throws {InvalidInputError} if the file is refused; nothing of it is kept then
 */
export async function receiveFile(
  deps: UploadDeps,
  viewer: Viewer | null,
  document: { id: string; ownerId: string },
  file: { body: Readable; type: string | undefined; length: number | undefined },
): Promise<{ etag: string; document: ContractDocument }> {
  const upload = await openUpload(deps, viewer, document);
  if (upload.uploadId !== null) {
    throw notFound();
  }
  try {
    if ((file.length ?? 0) > maxContractBytes) {
      throw new ObjectTooLargeError(tooLarge);
    }
    const contentType = told(() => readContentType(file.type)) ?? upload.contentType;
    const limit = { maxBytes: maxContractBytes };
    const { etag } = await deps.storage.write(quarantineKey(upload), file.body, limit);
    return { etag, document: await acceptDocument(deps, { ...upload, contentType }) };
  } catch (error) {
    if (error instanceof ObjectTooLargeError || error instanceof InvalidInputError) {
      await forget(deps, upload);
      throw error instanceof InvalidInputError ? refused(error.message) : fileTooLarge();
    }
    throw error;
  }
}

/**
 * Receives a file together with its description, inspects it and keeps it.
 * @throws as beginUpload and receiveFile
 */
export async function uploadContract(
  deps: UploadDeps,
  viewer: Viewer | null,
  file: FileDescription & { body: () => Readable },
): Promise<ContractDocument> {
  const document = await newDocument(deps, viewer, file);
  try {
    const received = { body: file.body(), type: undefined, length: undefined };
    return (await receiveFile(deps, viewer, document, received)).document;
  } catch (error) {
    // The client has no link, so it can't retry.
    await forget(deps, document);
    throw error;
  }
}

/**
 * Reads an unfinished upload.
 * @throws {NotFoundError} if it doesn't exist
 * @throws {ForbiddenError} if it belongs to someone other than the viewer
 * @throws {ConflictError} if it is complete
 */
export async function openUpload(
  { database }: Pick<Deps, 'database'>,
  viewer: Uploader | null,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<ContractDocument> {
  if (viewer && viewer.id !== ownerId) {
    throw new ForbiddenError('This upload belongs to someone else');
  }
  const found = await database.prisma.contractDocument.findFirst({
    where: { id, ownerId, ...(viewer && uploadsOf(viewer)) },
  });
  if (!found || found.status === 'discarded') {
    throw notFound();
  }
  if (found.status !== 'uploading') {
    throw new ConflictError('file', 'This upload is complete already');
  }
  return found;
}

export const notFound = (): NotFoundError => new NotFoundError('There is no such upload');

export const fileTooLarge = (): InvalidInputError => refused(tooLarge);

const refused = (message: string): InvalidInputError => new InvalidInputError('file', message);

function told<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof RefusedFileError ? refused(error.message) : error;
  }
}

/**
 * Lends temporary storage credentials with which a client signs its own requests. They permit
 * writing to the viewer's own uploads and nothing else.
 * @throws {SignInRequiredError | RateLimitedError}
 * @throws {NotFoundError} if the storage has no temporary credentials
 */
export async function lendCredentials(
  { storage, rateLimits }: Pick<Deps, 'storage' | 'rateLimits'>,
  viewer: Viewer | null,
): Promise<TemporaryCredentials> {
  requireSignIn(viewer);
  const lend = storage.direct?.lendCredentials;
  if (!lend) {
    throw new NotFoundError(
      'Temporary credentials are not available here. Ask for signed links: s3/params, s3/multipart',
    );
  }
  await rateLimits.spend('uploadByAccount', viewer.id);
  return lend(`${quarantinePrefix}${viewer.id}/`);
}
