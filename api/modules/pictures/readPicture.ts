import type { Readable } from 'node:stream';
import type { Deps, RequestContext } from '#api/context/context.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { isPublic } from '../listings/listings.ts';
import { contentTypes, keyOf, readFileAddress } from './files.ts';

export interface OpenFile {
  content: Readable;
  /** Bytes. */
  size: number;
  contentType: string;
  isForAll: boolean;
}

/**
 * Opens one size of a picture. Everyone may see pictures of resorts and of public listings;
 * pictures of other listings are visible only to the owner and administrators.
 * @param file width and format, as in 800.avif
 * @throws {NotFoundError} also if the viewer may not see it
 */
export async function readPicture(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  viewer: RequestContext['viewer'],
  { id, file }: { id: string; file: string },
): Promise<OpenFile> {
  const picture = await database.prisma.picture.findUnique({
    where: { id: idToFind(id) },
    select: { width: true, listing: { select: { onOffer: true, onSale: true, ownerId: true } } },
  });
  const wanted = picture && readFileAddress(file, picture.width);
  if (!wanted) {
    throw notFound();
  }
  const { listing } = picture;
  const isForAll = listing === null || isPublic(listing);
  if (!isForAll && !(await isFor(viewer, listing.ownerId))) {
    throw notFound();
  }
  const key = keyOf(id, wanted.format, wanted.width);
  const stored = await storage.stat(key);
  if (!stored) {
    throw notFound();
  }
  const contentType = contentTypes[wanted.format];
  return { content: await storage.read(key), size: stored.size, contentType, isForAll };
}

async function isFor(viewer: RequestContext['viewer'], ownerId: string | null): Promise<boolean> {
  const person = await viewer();
  return person !== null && (person.role === 'admin' || person.id === ownerId);
}

const notFound = (): NotFoundError => new NotFoundError('There is no such picture');
