import type { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import {
  refusedPicture,
  withUploadedPicture,
  type PictureSize,
} from '#api/platform/files/pictureFiles.ts';
import type { ObjectStorage } from '#api/platform/storage/objectStorage.ts';
import { formats, widthsOf, type PictureFormat } from './files.ts';

export interface DrawnPicture {
  /** Pixels of the largest size. */
  width: number;
  height: number;
  placeholder: string;
  files: { format: PictureFormat; width: number; content: Buffer }[];
}

/** Pixels of the largest size on its longer side. */
const longest = 1600;

/** Smallest accepted picture in pixels, for its longer and its shorter side. */
const smallest = { long: 600, short: 400 };

const mostRatio = 4;

/** Target for the bytes of a file; the lowest quality may exceed it. */
const maxFileBytes = 300_000;

const mostPlaceholder = 300;

/**
 * Draws an uploaded picture upright in sRGB in all its sizes.
 * @throws {InvalidInputError} naming file, if it is not a picture of a permitted kind and size
 * @throws {UnavailableError} while too many other pictures wait
 */
export const drawUploadedPicture = (
  storage: Pick<ObjectStorage, 'scratch'>,
  personId: string,
  file: Readable,
): Promise<DrawnPicture> => withUploadedPicture(storage, personId, file, draw);

async function draw(upright: Sharp, size: PictureSize): Promise<DrawnPicture> {
  requireFittingSize(size);
  const { data, info } = await upright
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const files: DrawnPicture['files'] = [];
  for (const wide of widthsOf(width)) {
    for (const format of formats) {
      files.push({ format, width: wide, content: await encode(pixels().resize(wide), format) });
    }
  }
  return { width, height, placeholder: await placeholderOf(pixels()), files };
}

function requireFittingSize({ width, height }: PictureSize): void {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  if (long < smallest.long || short < smallest.short) {
    throw refusedPicture(
      `The picture must have at least ${smallest.long} by ${smallest.short} pixels`,
    );
  }
  if (long > short * mostRatio) {
    throw refusedPicture(`One side of the picture may be at most ${mostRatio} times the other`);
  }
}

const qualities: Record<PictureFormat, readonly number[]> = {
  avif: [55, 42, 30],
  jpg: [78, 65, 50, 35],
};

async function encode(size: Sharp, format: PictureFormat): Promise<Buffer> {
  let content = Buffer.alloc(0);
  for (const quality of qualities[format]) {
    const again = size.clone();
    content = await (
      format === 'avif'
        ? // The default effort takes ten times as long and saves a tenth of the bytes.
          again.avif({ quality, effort: 2 })
        : again.jpeg({ quality, mozjpeg: true })
    ).toBuffer();
    if (content.length <= maxFileBytes) {
      break;
    }
  }
  return content;
}

async function placeholderOf(pixels: Sharp): Promise<string> {
  let uri = '';
  for (const side of [16, 8, 4]) {
    const content = await pixels
      .clone()
      .resize({ width: side, height: side, fit: 'inside' })
      .webp({ quality: 40 })
      .toBuffer();
    uri = `data:image/webp;base64,${content.toString('base64')}`;
    if (uri.length <= mostPlaceholder) {
      break;
    }
  }
  return uri;
}
