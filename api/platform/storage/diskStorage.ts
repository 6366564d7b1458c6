import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  chooseParts,
  NoSuchObjectError,
  NoSuchUploadError,
  type MultipartStorage,
  type MultipartUpload,
  type ObjectStorage,
  type StoredObject,
  type StoredPart,
} from './objectStorage.ts';
import { spool } from './spool.ts';

/**
 * `uploads` holds a folder per multipart upload, `unfinished` files being written. A file is
 * renamed into `objects` once it is on the disk: a killed process leaves it complete or absent.
 */
export async function openDiskStorage(folder: string): Promise<ObjectStorage> {
  const folders: Folders = {
    objects: join(folder, 'objects'),
    uploads: join(folder, 'uploads'),
    unfinished: join(folder, 'unfinished'),
  };
  const { objects, uploads, unfinished } = folders;
  for (const path of [objects, uploads, unfinished]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  return {
    scratch: unfinished,
    direct: undefined,
    ...singleObjects(folders),
    ...multipartUploads(folders),

    async tidy(prefix, before) {
      for (const place of [uploads, unfinished]) {
        for (const name of await readdir(place)) {
          const key = keyOf(name.slice(name.indexOf(separator) + 1));
          if (place === uploads && !key.startsWith(prefix)) {
            continue;
          }
          const path = join(place, name);
          const found = await unlessMissing(stat(path), null);
          if (found && found.mtime < before) {
            await rm(path, { recursive: true, force: true });
          }
        }
      }
    },
  };
}

interface Folders {
  objects: string;
  uploads: string;
  unfinished: string;
}

function singleObjects({
  objects,
  unfinished,
}: Folders): Pick<ObjectStorage, 'write' | 'read' | 'stat' | 'move' | 'remove' | 'list'> {
  const pathOf = (key: string): string => join(objects, fileNameOf(key));
  return {
    async write(key, body, { maxBytes }) {
      const target = pathOf(key);
      const { path, sha256 } = await spool(unfinished, body, maxBytes);
      await rename(path, target);
      await syncFolder(objects);
      return { etag: `"${sha256}"` };
    },

    async read(key, range) {
      // An error must occur now, not in the middle of a response.
      const file = await unlessMissing(open(pathOf(key)), null);
      if (!file) {
        throw new NoSuchObjectError(`There is no object ${key}`);
      }
      return file.createReadStream({ ...range });
    },

    stat: (key) => statOf(objects, fileNameOf(key)),

    async move(from, to) {
      const moved = await unlessMissing(
        rename(pathOf(from), pathOf(to)).then(() => true),
        false,
      );
      if (!moved) {
        throw new NoSuchObjectError(`There is no object ${from}`);
      }
      await syncFolder(objects);
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      for (const name of await readdir(objects)) {
        const found = keyOf(name).startsWith(prefix) ? await statOf(objects, name) : null;
        if (found) {
          yield found;
        }
      }
    },
  };
}

function multipartUploads({ objects, uploads, unfinished }: Folders): MultipartStorage {
  const folderOf = ({ key, uploadId }: MultipartUpload): string =>
    join(uploads, `${checked(uploadId)}.${fileNameOf(key)}`);

  /** All at once: an upload with only some parts could not be recognized as incomplete. */
  const forgetPieces = async (upload: MultipartUpload): Promise<void> => {
    const going = join(unfinished, randomUUID());
    await unlessMissing(rename(folderOf(upload), going), undefined);
    await rm(going, { recursive: true, force: true });
  };

  // Files may have equal times, with a resolution of some milliseconds; two attempts at a part may
  // share one time.
  let latest = 0;
  const nextInstant = (): Date => {
    latest = Math.max(Date.now(), latest + 1);
    return new Date(latest);
  };

  return {
    async beginMultipart(key) {
      const uploadId = randomUUID();
      await mkdir(folderOf({ key, uploadId }), { mode: 0o700 });
      await syncFolder(uploads);
      return uploadId;
    },

    async writePart(upload, partNumber, body, { maxBytes }) {
      const target = folderOf(upload);
      if (!(await unlessMissing(stat(target), null))) {
        throw new NoSuchUploadError('There is no such upload');
      }
      const { path, sha256 } = await spool(unfinished, body, maxBytes);
      const writtenAt = nextInstant();
      await utimes(path, writtenAt, writtenAt);
      const kept = await unlessMissing(
        rename(path, join(target, `${partNumber}.${sha256}`))
          .then(() => syncFolder(target))
          .then(() => true),
        false,
      );
      if (!kept) {
        await rm(path, { force: true });
        throw new NoSuchUploadError('The upload ended while a part was sent');
      }
      return { etag: `"${sha256}"` };
    },

    async listParts(upload) {
      const parts = await partsIn(folderOf(upload));
      return parts.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }));
    },

    async completeMultipart(upload, parts) {
      const chosen = chooseParts(await partsIn(folderOf(upload)), parts);
      const { path } = await spool(unfinished, joined(chosen), Infinity);
      await rename(path, join(objects, fileNameOf(upload.key)));
      await syncFolder(objects);
      await forgetPieces(upload);
    },

    abortMultipart: forgetPieces,
  };
}

async function statOf(objects: string, name: string): Promise<StoredObject | null> {
  const found = await unlessMissing(stat(join(objects, name)), null);
  return found && { key: keyOf(name), size: found.size, modifiedAt: found.mtime };
}

/** The parts of an upload; of a repeated part, the last. */
async function partsIn(folder: string): Promise<(StoredPart & { path: string })[]> {
  const names = await unlessMissing(readdir(folder), null);
  if (!names) {
    throw new NoSuchUploadError('There is no such upload');
  }
  const found = await Promise.all(names.map((name) => partOf(folder, name)));
  return found
    .filter((part) => part !== null)
    .sort((one, other) => one.partNumber - other.partNumber || one.writtenAt - other.writtenAt)
    .filter((part, index, all) => all[index + 1]?.partNumber !== part.partNumber);
}

const separator = '.';

/** Keys come from the server; any other key is a bug that must not reach the file system. */
function checked(name: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(name)) {
    throw new NoSuchObjectError('This is no key of an object');
  }
  return name;
}

const fileNameOf = (key: string): string => checked(key).replaceAll('/', separator);

const keyOf = (fileName: string): string => fileName.replaceAll(separator, '/');

async function partOf(folder: string, name: string) {
  const [partNumber, sha256] = name.split(separator);
  const path = join(folder, name);
  const found = await unlessMissing(stat(path), null);
  return (
    found && {
      partNumber: Number(partNumber),
      etag: `"${sha256}"`,
      size: found.size,
      path,
      writtenAt: found.mtimeMs,
    }
  );
}

const joined = (parts: { path: string }[]): Readable =>
  Readable.from(
    (async function* () {
      for (const { path } of parts) {
        yield* createReadStream(path);
      }
    })(),
    { objectMode: false },
  );

/** Syncs a folder, so that new names in it survive a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function unlessMissing<Value, Other>(
  work: Promise<Value>,
  otherwise: Other,
): Promise<Value | Other> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return otherwise;
    }
    throw error;
  }
}
