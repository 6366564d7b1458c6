import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { z } from 'zod';
import type { Deps } from '../../../context/context.ts';
import { InvalidInputError, NotFoundError } from '../../../platform/errors.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Viewer } from '../../../platform/sessions.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { readAll } from './readAll.ts';

type PictureDeps = Pick<Deps, 'database' | 'storage'>;

const maxBytes = 15 * 1024 * 1024;
const maxPixels = 50_000_000;

/** Widths in pixels. All pictures are 3:2. */
const pictureWidths = [480, 960, 1440] as const;

const smallest = { width: 480, height: 320 };

/** Prefix of the storage keys of resort pictures. */
const prefix = 'resort-pictures/';

const keyOf = (id: string, width: number): string => `${prefix}${id}/${width}`;

/** The address of the size that a resort stores for a picture. */
const addressOf = (id: string): string => `/media/resorts/${id}/960.webp`;

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

/** The part of a picture to keep, as fractions of its width and height. */
type Crop = z.infer<typeof cropInput>;

/**
 * Stores an uploaded picture for a resort: checks its content, and encodes it again in three sizes
 * without the metadata of the camera.
 * @param crop x, y, width, height as fractions (0 to 1) of the upright picture. Defaults to its
 *   middle.
 * @returns Its address, for imageUrl.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} naming file or crop
 */
export async function uploadResortPicture(
  { storage }: PictureDeps,
  viewer: Viewer | null,
  file: Readable,
  crop?: unknown,
): Promise<string> {
  requireAdmin(viewer);
  const part = crop === undefined ? undefined : parseInput(cropInput, crop);
  const bytes = await readAll(file, maxBytes, () => refused('A picture may have at most 15 MB'));
  const sizes = await draw(bytes, part);
  const id = randomUUID();
  for (const { width, content } of sizes) {
    await storage.write(keyOf(id, width), Readable.from([content]), { maxBytes });
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

/** Hours after which a picture that no resort uses is deleted. */
export const hoursToShow = 24;

/** Deletes pictures older than `hoursToShow` that no resort uses. */
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

const refused = (message: string): InvalidInputError =>
  new InvalidInputError([{ field: 'file', message }]);

const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');

interface DrawnSize {
  width: number;
  content: Buffer;
}

async function draw(bytes: Buffer, crop: Crop | undefined): Promise<DrawnSize[]> {
  if (!isPicture(bytes)) {
    throw refused('The picture must be a JPEG, PNG or WebP file');
  }
  try {
    const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
    const { autoOrient } = await upright.metadata();
    const region = crop && inPixels(crop, autoOrient);
    const { width, height } = region ?? autoOrient;
    if (width < smallest.width || height < smallest.height) {
      throw refused(
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
  } catch (error) {
    if (error instanceof InvalidInputError) {
      throw error;
    }
    const isLarge = error instanceof Error && error.message.includes('pixel limit');
    throw refused(
      isLarge
        ? 'The picture has too many pixels: 50 million at most'
        : 'The picture is damaged and cannot be read',
    );
  }
}

const inPixels = (crop: Crop, whole: { width: number; height: number }) => {
  const left = Math.round(crop.x * whole.width);
  const top = Math.round(crop.y * whole.height);
  return {
    left,
    top,
    width: Math.min(Math.round(crop.width * whole.width), whole.width - left),
    height: Math.min(Math.round(crop.height * whole.height), whole.height - top),
  };
};
