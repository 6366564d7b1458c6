import type { Readable } from 'node:stream';
import type { Deps } from '../../context/context.ts';
import type { ContractDocument } from '../../generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  SignInRequiredError,
  TooManyRequestsError,
} from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { ObjectTooLargeError } from '../../platform/storage/objectStorage.ts';
import { acceptDocument, forget, tooLarge } from './acceptance.ts';
import { readContentType, readFileName } from './fileFacts.ts';
import { RefusedFileError } from './inspection/refused.ts';
import { quarantineKey } from './keys.ts';
import { linkSeconds, maxContractBytes, mostOpenUploads } from './limits.ts';

/** What a client may say of a file before it sends it. */
export interface FileDescription {
  filename?: string | null | undefined;
  type?: string | null | undefined;
}

/** Where a file is to be sent by PUT. */
export interface UploadLink {
  /** Path and query under the site's origin. */
  path: string;
  /** Of the object. */
  key: string;
  /** Seconds. */
  expires: number;
  contentType: string | null;
}

export type UploadDeps = Pick<
  Deps,
  'database' | 'storage' | 'virusScanner' | 'signedLinks' | 'rateLimits'
>;

/**
 * Begins an upload of one file and gives the link to send it to. It lasts 15 minutes, and until a
 * whole file has come.
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} when name or type are no document's
 * @throws {TooManyRequestsError}
 */
export async function beginUpload(
  deps: UploadDeps,
  viewer: Viewer | null,
  file: FileDescription,
): Promise<UploadLink> {
  const document = await newDocument(deps, viewer, file);
  const path = `/s3/objects/${quarantineKey(document)}`;
  return {
    path: deps.signedLinks.sign('PUT', path, {}, linkSeconds),
    key: quarantineKey(document),
    expires: linkSeconds,
    contentType: document.contentType,
  };
}

/** The row of a new upload, whose id makes its key. */
export async function newDocument(
  { database, rateLimits }: UploadDeps,
  viewer: Viewer | null,
  { filename, type }: FileDescription,
): Promise<ContractDocument> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  const facts = told(() => ({
    fileName: readFileName(filename),
    contentType: readContentType(type),
  }));
  await rateLimits.spend('uploadByAccount', viewer.id);
  const ownerId = viewer.id;
  return database.prisma.$transaction(async (transaction) => {
    // Lock: concurrent starts could all pass the limit.
    await transaction.$queryRaw`SELECT id FROM users WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`;
    const open = await transaction.contractDocument.count({
      where: { ownerId, status: { in: ['uploading', 'checking', 'accepted'] } },
    });
    if (open >= mostOpenUploads) {
      throw new TooManyRequestsError(
        'You have many uploads that no listing uses. Use one of them, or try again tomorrow',
        86_400,
      );
    }
    return transaction.contractDocument.create({ data: { ownerId, ...facts } });
  });
}

/**
 * Takes a whole file by a link from beginUpload, inspects it and keeps it. The link was verified.
 * @param document of the link
 * @param length from the Content-Length header, where there is one
 * @throws {ForbiddenError} for anyone else who is signed in
 * @throws {ConflictError} when the file has come already
 * @throws {InvalidInputError} when the file is refused; nothing of it is left then
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
 * Takes a file that came with its description, inspects it and keeps it.
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
    // Nobody knows the link: it can't be tried again.
    await forget(deps, document);
    throw error;
  }
}

/**
 * An upload that its owner goes on with.
 * @throws {NotFoundError} when there is none
 * @throws {ForbiddenError} when it is someone else's
 * @throws {ConflictError} when it is complete
 */
export async function openUpload(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<ContractDocument> {
  if (viewer && viewer.id !== ownerId) {
    throw new ForbiddenError('This upload belongs to someone else');
  }
  const found = await database.prisma.contractDocument.findFirst({ where: { id, ownerId } });
  if (!found || found.status === 'discarded') {
    throw notFound();
  }
  if (found.status !== 'uploading') {
    throw new ConflictError([{ field: 'file', message: 'This upload is complete already' }]);
  }
  return found;
}

export const notFound = (): NotFoundError => new NotFoundError('There is no such upload');

export const fileTooLarge = (): InvalidInputError => refused(tooLarge);

const refused = (message: string): InvalidInputError =>
  new InvalidInputError([{ field: 'file', message }]);

/** Says what is wrong with a file as a fault of the input. */
function told<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof RefusedFileError ? refused(error.message) : error;
  }
}
