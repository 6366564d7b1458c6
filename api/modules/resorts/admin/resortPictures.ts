import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import {
  refusedPicture,
  withUploadedPicture,
  type PictureSize,
} from '#api/platform/files/pictureFiles.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';

type PictureDeps = Pick<Deps, 'database' | 'storage'>;

const pictureWidths = [480, 960, 1440] as const;

const smallest = { width: 480, height: 320 };

const prefix = 'resort-pictures/';

const keyOf = (id: string, width: number): string => `${prefix}${id}/${width}`;

const addressOf = (id: string): string => `/media/resorts/${id}/960.webp`;

export const keysAt = (address: string): string[] =>
  pictureWidths.map((width) => keyOf(address.split('/')[3] ?? '', width));

const share = (message: string) =>
  z.coerce.number({ error: message }).min(0, message).max(1, message);

const cropMessage = 'The part of the picture must lie within it';

const cropInput = z
  .object({
    x: share(cropMessage),
    y: share(cropMessage),
    width: share(cropMessage),
    height: share(cropMessage),
  })
  .refine(
    ({ x, y, width, height }) =>
      width > 0 && height > 0 && x + width <= 1.001 && y + height <= 1.001,
    cropMessage,
  );

type Crop = z.infer<typeof cropInput>;

/**
 * Stores an uploaded picture for a resort: checks its content, and encodes it again in three sizes
 * without the metadata of the camera.
 * @param crop x, y, width, height as fractions (0 to 1) of the upright picture. Defaults to its
 *   middle.
 * @returns Its address, for imageUrl.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} naming file or crop
 * @throws {UnavailableError} while too many other pictures wait
 */
export async function uploadResortPicture(
  { storage }: PictureDeps,
  viewer: Viewer | null,
  file: Readable,
  crop?: unknown,
): Promise<string> {
  const admin = requireAdmin(viewer);
  const part = crop === undefined ? undefined : parseInput(cropInput, crop);
  const sizes = await withUploadedPicture(storage, admin.id, file, (upright, size) =>
    draw(upright, size, part),
  );
  const id = randomUUID();
  for (const { width, content } of sizes) {
    const limit = { maxBytes: content.length };
    await storage.write(keyOf(id, width), Readable.from([content]), limit);
  }
  return addressOf(id);
}

/**
 * Reads one size of a picture.
 * @throws {NotFoundError}
 */
export async function readResortPicture(
  { storage }: Pick<Deps, 'storage'>,
  id: string,
  file: string,
): Promise<{ size: number; content: Readable }> {
  const width = pictureWidths.find((known) => file === `${known}.webp`);
  const key = width && z.uuid().safeParse(id).success ? keyOf(id, width) : undefined;
  const stored = key && (await storage.stat(key));
  if (!key || !stored) {
    throw new NotFoundError('There is no such picture');
  }
  return { size: stored.size, content: await storage.read(key) };
}

export const hoursToShow = 24;

/** Deletes pictures that are older than `hoursToShow` and not used by a resort. */
export async function sweepResortPictures({ database, storage }: PictureDeps): Promise<void> {
  const before = Date.now() - hoursToShow * 3_600_000;
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    const id = /^resort-pictures\/([0-9a-f-]{36})\/\d+$/.exec(key)?.[1];
    if (id && modifiedAt.getTime() < before) {
      const shown = await database.prisma.resort.findFirst({
        where: { imageUrl: { startsWith: `/media/resorts/${id}/` } },
        select: { id: true },
      });
      if (!shown) {
        await storage.remove(key);
      }
    }
  }
}

interface DrawnSize {
  width: number;
  content: Buffer;
}

async function draw(
  upright: Sharp,
  whole: PictureSize,
  crop: Crop | undefined,
): Promise<DrawnSize[]> {
  const region = crop && inPixels(crop, whole);
  const { width, height } = region ?? whole;
  if (width < smallest.width || height < smallest.height) {
    throw refusedPicture(
      `The part of the picture must have at least ${smallest.width} by ${smallest.height} pixels`,
    );
  }
  const sizes: DrawnSize[] = [];
  for (const wide of pictureWidths) {
    const content = await (region ? upright.clone().extract(region) : upright.clone())
      .resize(wide, Math.round((wide * 2) / 3), { fit: 'cover' })
      .webp({ quality: 80 })
      .toBuffer();
    sizes.push({ width: wide, content });
  }
  return sizes;
}

const inPixels = (crop: Crop, whole: PictureSize) => {
  const left = Math.round(crop.x * whole.width);
  const top = Math.round(crop.y * whole.height);
  return {
    left,
    top,
    width: Math.min(Math.round(crop.width * whole.width), whole.width - left),
    height: Math.min(Math.round(crop.height * whole.height), whole.height - top),
  };
};
