import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ContractDocument } from '#api/generated/prisma/client.ts';
import { InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import {
  InvalidPartError,
  NoSuchUploadError,
  ObjectTooLargeError,
  PartTooSmallError,
  type MultipartUpload,
  type StoredPart,
} from '#api/platform/storage/objectStorage.ts';
import { acceptDocument, forget, tooLarge } from './acceptance.ts';
import { idInKey, quarantineKey, uploadsOf, type Uploader } from './keys.ts';
import { linkSeconds, maxContractBytes, mostParts } from './limits.ts';
import {
  newDocument,
  notFound,
  openUpload,
  type FileDescription,
  type UploadDeps,
} from './uploads.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

export interface UploadName {
  uploadId: string | undefined;
  key: string | undefined;
}

export async function beginMultipart(
  deps: UploadDeps,
  viewer: Uploader | null,
  file: FileDescription,
): Promise<MultipartUpload> {
  const document = await newDocument(deps, viewer, file);
  const key = quarantineKey(document);
  try {
    const uploadId = await deps.storage.beginMultipart(key);
    await deps.database.prisma.contractDocument.update({
      where: { id: document.id },
      data: { uploadId },
    });
    return { key, uploadId };
  } catch (error) {
    await forget(deps, document);
    throw error;
  }
}

export async function listParts(
  deps: UploadDeps,
  viewer: Uploader | null,
  name: UploadName,
): Promise<StoredPart[]> {
  const { upload } = await ownUpload(deps, viewer, name);
  return asInput(deps.storage.listParts(upload));
}

/**
 * Returns where to send a part by PUT, for 15 minutes: path and query under the site's origin, or a
 * URL of the storage itself.
 * @throws {InvalidInputError} if key, uploadId or partNumber is missing (message of SPEC section 5)
 * @throws {NotFoundError | ForbiddenError | ConflictError} as openUpload
 */
export async function signPart(
  deps: UploadDeps,
  viewer: Uploader | null,
  name: UploadName & { partNumber: string | undefined },
): Promise<{ url: string; expires: number }> {
  if (!name.key || !name.uploadId || !/^-?\d+(\.\d+)?$/.test(name.partNumber ?? '')) {
    throw new InvalidInputError(
      'partNumber',
      'Cannot sign without a key, an uploadId, and a partNumber',
    );
  }
  const partNumber = readPartNumber(name.partNumber);
  const { upload } = await ownUpload(deps, viewer, name);
  // Fails if the upload was never begun or has ended, which would make the link useless.
  await asInput(deps.storage.listParts(upload));
  const { direct } = deps.storage;
  const url = direct
    ? await direct.signPart(upload, partNumber, linkSeconds)
    : deps.signedLinks.sign(
        'PUT',
        `/s3/objects/${upload.key}`,
        {
          uploadId: upload.uploadId,
          partNumber: String(partNumber),
          ...(viewer?.saleId !== undefined && { isOfLink: 'true' }),
        },
        linkSeconds,
      );
  return { url, expires: linkSeconds };
}

/**
 * Receives a part through a link from signPart. The caller has verified the link.
 * @throws {InvalidInputError} if the upload would exceed the maximum size of a contract
 * @throws {NotFoundError | ForbiddenError | ConflictError} as openUpload
 */
export async function receivePart(
  deps: UploadDeps,
  viewer: Uploader | null,
  document: { id: string; ownerId: string },
  part: { uploadId: string; partNumber: string; body: Readable; length: number | undefined },
): Promise<{ etag: string }> {
  const found = await openUpload(deps, viewer, document);
  const upload = { key: quarantineKey(found), uploadId: part.uploadId };
  if (found.uploadId !== part.uploadId) {
    throw notFound();
  }
  const partNumber = readPartNumber(part.partNumber);
  const others = (await asInput(deps.storage.listParts(upload))).filter(
    (other) => other.partNumber !== partNumber,
  );
  const maxBytes = maxContractBytes - total(others);
  if ((part.length ?? 0) > maxBytes) {
    throw refused(tooLarge);
  }
  const written = await asInput(
    deps.storage.writePart(upload, partNumber, part.body, { maxBytes }),
  );
  // Other parts may have been received concurrently.
  if (total(await asInput(deps.storage.listParts(upload))) > maxContractBytes) {
    await forget(deps, found);
    throw refused(tooLarge);
  }
  return written;
}

const completion = z.object({
  parts: z
    .array(
      z.object({
        PartNumber: z.int().min(1).max(mostParts),
        ETag: z.string().min(1).max(200),
      }),
      { error: 'parts must be a list of {ETag, PartNumber}' },
    )
    .min(1, 'parts must hold at least one part')
    .max(mostParts, `parts may hold at most ${mostParts} parts`),
});

/**
 * Joins the parts, inspects the file and keeps it. A repeated call returns the same result.
 * @throws {InvalidInputError} if a part is missing or differs, or the file is refused; nothing of a
 *   refused file is kept
 * @throws {NotFoundError | ForbiddenError} as openUpload
 */
export async function completeMultipart(
  deps: UploadDeps,
  viewer: Uploader | null,
  name: UploadName,
  body: unknown,
): Promise<{ key: string; document: ContractDocument }> {
  const { parts } = parseInput(completion, body);
  const joined = await joinedBefore(deps, viewer, name);
  if (joined) {
    return { key: quarantineKey(joined), document: await acceptDocument(deps, joined) };
  }
  const { upload, document } = await ownUpload(deps, viewer, name);
  const wanted = new Map(parts.map((part) => [part.PartNumber, part.ETag]));
  try {
    const stored = await deps.storage.listParts(upload);
    if (total(stored.filter(({ partNumber }) => wanted.has(partNumber))) > maxContractBytes) {
      await forget(deps, document);
      throw refused(tooLarge);
    }
    await deps.storage.completeMultipart(
      upload,
      [...wanted].map(([partNumber, etag]) => ({ partNumber, etag })),
    );
  } catch (error) {
    // An earlier call may have joined the parts and died before it stored the result.
    const isThere = error instanceof NoSuchUploadError && (await deps.storage.stat(upload.key));
    if (!isThere) {
      throw inputErrorOf(error);
    }
  }
  return { key: upload.key, document: await acceptDocument(deps, document) };
}

/**
 * Aborts an upload and deletes its parts. Succeeds for an upload that no longer exists: upload
 * clients also abort after a refusal.
 * @throws {NotFoundError | ForbiddenError | ConflictError} as openUpload
 */
export async function abortMultipart(
  deps: UploadDeps,
  viewer: Uploader | null,
  name: UploadName,
): Promise<void> {
  try {
    const { document } = await ownUpload(deps, viewer, name);
    await forget(deps, document);
  } catch (error) {
    const id = idInKey(name.key ?? '');
    const { contractDocument } = deps.database.prisma;
    const isGone =
      error instanceof NotFoundError &&
      id &&
      !(await contractDocument.findUnique({ where: { id } }));
    if (!isGone) {
      throw error;
    }
  }
}

/** The viewer's document if an earlier call, whose response was lost, joined its parts. */
async function joinedBefore(
  { database }: UploadDeps,
  viewer: Uploader | null,
  { key }: UploadName,
): Promise<ContractDocument | null> {
  const id = idInKey(key ?? '');
  const found =
    viewer &&
    id !== undefined &&
    (await database.prisma.contractDocument.findFirst({
      where: { id, ...uploadsOf(viewer), status: { in: ['checking', 'accepted', 'attached'] } },
    }));
  return found && quarantineKey(found) === key ? found : null;
}

async function ownUpload(
  deps: UploadDeps,
  viewer: Uploader | null,
  { key, uploadId }: UploadName,
): Promise<{ upload: MultipartUpload; document: ContractDocument }> {
  requireSignIn(viewer);
  if (!key) {
    throw new InvalidInputError('key', 'The key of the upload is missing: add ?key=');
  }
  const id = idInKey(key);
  const document =
    id !== undefined && (await openUpload(deps, viewer, { id, ownerId: key.split('/')[1] ?? '' }));
  if (!document || !uploadId || document.uploadId !== uploadId || quarantineKey(document) !== key) {
    throw notFound();
  }
  return { upload: { key, uploadId }, document };
}

const total = (parts: Pick<StoredPart, 'size'>[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

function readPartNumber(given: string | undefined): number {
  const partNumber = Number(given);
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > mostParts) {
    throw new InvalidInputError(
      'partNumber',
      'The part number must be a whole number from 1 to 10,000',
    );
  }
  return partNumber;
}

const refused = (message: string): InvalidInputError => new InvalidInputError('parts', message);

const asInput = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw inputErrorOf(error);
  });

function inputErrorOf(error: unknown): unknown {
  if (error instanceof NoSuchUploadError) {
    return notFound();
  }
  if (error instanceof InvalidPartError || error instanceof PartTooSmallError) {
    return refused(error.message);
  }
  return error instanceof ObjectTooLargeError ? refused(tooLarge) : error;
}
