import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Picture, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, ExpectedError, NotFoundError } from '#api/platform/errors.ts';
import { earlierResult, isFirstCall } from '#api/platform/database/keyedCalls.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { idempotencyKey, parseInput, publicText, filledLine } from '#api/platform/input/input.ts';
import { refusedPicture } from '#api/platform/files/pictureFiles.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { drawUploadedPicture, type DrawnPicture } from './drawPicture.ts';
import { keyOf, keysOf } from './files.ts';
import { openPictures, readSubject, subjectInput, type Subject } from './subject.ts';
import { signedIn } from '../access/signedIn.ts';

type PictureDeps = Pick<
  Deps,
  'database' | 'storage' | 'rateLimits' | 'siteSettings' | 'publicUrl' | 'log'
>;

/** Pictures of one listing or resort; the database has the same limit. */
export const mostPictures = 12;

const alt = publicText(filledLine('The description', 200, 'Describe what the picture shows'));

const newPicture = subjectInput.extend({ alt, idempotencyKey });

/**
 * Adds a picture to a listing of the viewer's, or to a resort as an administrator. Checks the
 * content and stores it in all sizes, without metadata. A verified listing returns to review. A
 * repeated call with the same idempotency key returns the first call's picture.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError | RateLimitedError}
 * @throws {InvalidInputError} naming file or a field of the input; nothing is stored
 * @throws {UnavailableError} while too many other pictures wait
 */
export async function addPicture(
  deps: PictureDeps,
  viewer: Viewer | null,
  input: unknown,
  file: () => Readable,
): Promise<Picture> {
  const person = signedIn(viewer);
  const wanted = parseInput(newPicture, input);
  const subject = readSubject(wanted);
  const { prisma } = deps.database;
  const key = wanted.idempotencyKey && `${person.id} ${wanted.idempotencyKey}`;
  const earlier = key && (await earlierPicture(prisma, key, subject));
  if (earlier) {
    return earlier;
  }
  await deps.rateLimits.spend('uploadByAccount', person.id);
  // Checked again below; checking here saves drawing for most refused calls.
  await prisma.$transaction(async (transaction) => {
    requirePlace(await openPictures(transaction, person, subject));
  });
  const drawn = await drawUploadedPicture(deps.storage, person.id, file());
  const id = randomUUID();
  try {
    await storeFiles(deps.storage, id, drawn);
    const picture = await prisma.$transaction(async (transaction) => {
      if (key && !(await isFirstCall(transaction, operation, key, id))) {
        const made = await earlierPicture(transaction, key, subject);
        if (made) {
          return made;
        }
      }
      const opened = await openPictures(transaction, person, subject);
      requirePlace(opened);
      const { width, height, placeholder } = drawn;
      const position = opened.pictures.length + 1;
      const created = await transaction.picture.create({
        data: { id, ...subject, position, alt: wanted.alt, width, height, placeholder },
      });
      await opened.changed(deps, { isNew: true });
      return created;
    });
    if (picture.id !== id) {
      await removeFiles(deps, { id, width: drawn.width });
    }
    return picture;
  } catch (error) {
    // After any other error the row may exist; the sweep removes files without a row.
    if (error instanceof ExpectedError) {
      await removeFiles(deps, { id, width: drawn.width });
    }
    throw error;
  }
}

const operation = 'addPicture';

/** @throws {ConflictError} if the key was used for another listing or resort */
async function earlierPicture(
  transaction: Pick<Prisma.TransactionClient, 'idempotencyKey' | 'picture'>,
  key: string,
  subject: Subject,
): Promise<Picture | null> {
  const id = await earlierResult(transaction, operation, key);
  const picture = id ? await transaction.picture.findUnique({ where: { id } }) : null;
  if (picture && !isOf(picture, subject)) {
    throw new ConflictError('idempotencyKey', 'This key was used for another picture');
  }
  return picture;
}

const isOf = (picture: Picture, subject: Subject): boolean =>
  'listingId' in subject
    ? picture.listingId === subject.listingId
    : picture.resortId === subject.resortId;

function requirePlace({ pictures }: { pictures: Picture[] }): void {
  if (pictures.length >= mostPictures) {
    throw refusedPicture(`There are ${mostPictures} pictures already, which is the most`);
  }
}

async function storeFiles(
  storage: Deps['storage'],
  id: string,
  { files }: DrawnPicture,
): Promise<void> {
  for (const { format, width, content } of files) {
    const limit = { maxBytes: content.length };
    await storage.write(keyOf(id, format, width), Readable.from([content]), limit);
  }
}

/** Best effort: the sweep removes the rest. */
async function removeFiles(
  { storage, log }: Pick<PictureDeps, 'storage' | 'log'>,
  picture: Pick<Picture, 'id' | 'width'>,
): Promise<void> {
  try {
    for (const key of keysOf(picture)) {
      await storage.remove(key);
    }
  } catch (error) {
    log.warn({ err: error, pictureId: picture.id }, 'files of a picture were not removed');
  }
}

const newOrder = subjectInput.extend({
  pictureIds: z.array(z.string()).max(mostPictures, 'There are at most 12 pictures'),
});

/**
 * Puts all pictures of a listing or a resort in a new order.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {RateLimitedError}
 * @throws {ConflictError} if the ids differ from the current pictures
 */
export async function orderPictures(
  deps: PictureDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Subject> {
  const person = signedIn(viewer);
  const { pictureIds, ...wanted } = parseInput(newOrder, input);
  const subject = readSubject(wanted);
  await deps.rateLimits.spend('pictureByAccount', person.id);
  return deps.database.prisma.$transaction(async (transaction) => {
    const opened = await openPictures(transaction, person, subject);
    const ids = opened.pictures.map(({ id }) => id);
    if (ids.length !== pictureIds.length || ids.some((id) => !pictureIds.includes(id))) {
      throw new ConflictError('pictureIds', 'The pictures have changed. Load them again');
    }
    if (ids.some((id, index) => id !== pictureIds[index])) {
      await transaction.$executeRaw`
        UPDATE pictures SET position = wanted.position
        FROM unnest(${pictureIds}::uuid[]) WITH ORDINALITY AS wanted (id, position)
        WHERE pictures.id = wanted.id`;
      await opened.changed(deps);
    }
    return subject;
  });
}

const newDescription = z.object({ pictureId: z.string(), alt });

export async function describePicture(
  deps: PictureDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Picture> {
  const wanted = parseInput(newDescription, input);
  return changePicture(deps, viewer, wanted.pictureId, async (transaction, picture) => {
    const isNew = picture.alt !== wanted.alt;
    await transaction.picture.update({ where: { id: picture.id }, data: { alt: wanted.alt } });
    return { picture: { ...picture, alt: wanted.alt }, isChanged: isNew };
  });
}

/**
 * Deletes a picture; later pictures move up.
 * @param pictureId plain
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError | RateLimitedError}
 */
export async function deletePicture(
  deps: PictureDeps,
  viewer: Viewer | null,
  pictureId: string,
): Promise<Picture> {
  const deleted = await changePicture(deps, viewer, pictureId, async (transaction, picture) => {
    await transaction.picture.delete({ where: { id: picture.id } });
    await transaction.picture.updateMany({
      where: {
        listingId: picture.listingId,
        resortId: picture.resortId,
        position: { gt: picture.position },
      },
      data: { position: { decrement: 1 } },
    });
    return { picture, isChanged: true };
  });
  if (deleted.drawing === null) {
    await removeFiles(deps, deleted);
  }
  return deleted;
}

async function changePicture(
  deps: PictureDeps,
  viewer: Viewer | null,
  pictureId: string,
  change: (
    transaction: Prisma.TransactionClient,
    picture: Picture,
  ) => Promise<{ picture: Picture; isChanged: boolean }>,
): Promise<Picture> {
  const person = signedIn(viewer);
  await deps.rateLimits.spend('pictureByAccount', person.id);
  return deps.database.prisma.$transaction(async (transaction) => {
    const found = await transaction.picture.findUnique({ where: { id: idToFind(pictureId) } });
    const opened = found && (await openPictures(transaction, person, readSubject(found)));
    // Read again under the lock.
    const picture = opened?.pictures.find(({ id }) => id === found?.id);
    if (!opened || !picture) {
      throw new NotFoundError('Picture not found');
    }
    const { picture: changed, isChanged } = await change(transaction, picture);
    if (isChanged) {
      await opened.changed(deps);
    }
    return changed;
  });
}

export async function deletePicturesOf(
  transaction: Prisma.TransactionClient,
  ownerId: string,
): Promise<void> {
  await transaction.picture.deleteMany({ where: { listing: { ownerId } } });
}
