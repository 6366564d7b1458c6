import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { ExpectedError, InvalidInputError, UnavailableError } from '../errors.ts';
import { ObjectTooLargeError, type ObjectStorage } from '../storage/objectStorage.ts';
import { spool } from '../storage/spool.ts';

/** Bytes of an uploaded picture. */
const maxBytes = 15 * 1024 * 1024;

/** Phones make pictures of 50.3 million pixels. */
const maxPixels = 60_000_000;

/** 60 million pixels take up to 600 MB of memory and a few seconds of one processor. */
const drawing = pLimit(1);

/** Pictures that are being received, waiting or being drawn. */
const mostAtOnce = { perPerson: 6, inAll: 24 };

const underWay = new Map<string, number>();

// A cache is useless: no picture is decoded twice.
sharp.cache(false);

export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The result is upright and still has its metadata, which encoding removes.
 * @throws {InvalidInputError} naming file: not a JPEG, PNG or WebP, damaged, or too large
 * @throws {UnavailableError} while too many other pictures wait
 */
export async function withUploadedPicture<Result>(
  { scratch }: Pick<ObjectStorage, 'scratch'>,
  personId: string,
  file: Readable,
  draw: (upright: Sharp, size: PictureSize) => Promise<Result>,
): Promise<Result> {
  const own = underWay.get(personId) ?? 0;
  const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  if (own >= mostAtOnce.perPerson || all >= mostAtOnce.inAll) {
    throw new UnavailableError(
      own >= mostAtOnce.perPerson
        ? `${mostAtOnce.perPerson} of your pictures are being processed. Please wait for them and try again`
        : 'Many pictures are being processed. Please try again in a minute',
      60,
    );
  }
  underWay.set(personId, own + 1);
  try {
    return await received(scratch, file, draw);
  } finally {
    const left = (underWay.get(personId) ?? 1) - 1;
    if (left > 0) {
      underWay.set(personId, left);
    } else {
      underWay.delete(personId);
    }
  }
}

async function received<Result>(
  scratch: ObjectStorage['scratch'],
  file: Readable,
  draw: (upright: Sharp, size: PictureSize) => Promise<Result>,
): Promise<Result> {
  const { path } = await spool(scratch, file, maxBytes).catch((error: unknown) => {
    throw error instanceof ObjectTooLargeError
      ? refusedPicture('A picture may have at most 15 MB')
      : error;
  });
  try {
    return await drawing(async () => {
      requireKnownKind(await headOf(path));
      return decode(path, draw);
    });
  } finally {
    await rm(path, { force: true });
  }
}

export const refusedPicture = (message: string): InvalidInputError =>
  new InvalidInputError('file', message);

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Refuses formats that no decoder should see, such as SVG. */
function requireKnownKind(head: Buffer): void {
  const isKnown =
    head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) ||
    (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP');
  if (isKnown) {
    return;
  }
  // The patents on HEVC keep it out of the builds of sharp.
  const isHeic = /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(head.toString('latin1', 4, 12));
  throw refusedPicture(
    isHeic
      ? 'HEIC pictures cannot be read. Save the picture as JPEG and upload that'
      : 'The picture must be a JPEG, PNG or WebP file',
  );
}

async function decode<Result>(
  path: string,
  draw: (upright: Sharp, size: PictureSize) => Promise<Result>,
): Promise<Result> {
  try {
    const upright = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
    const { autoOrient: size } = await upright.metadata();
    return await draw(upright, size);
  } catch (error) {
    if (error instanceof ExpectedError) {
      throw error;
    }
    // Copies the server to a new folder that every user of the machine can read.
    const isLarge = error instanceof Error && error.message.includes('pixel limit');
    throw refusedPicture(
      isLarge
        ? 'The picture has too many pixels: 60 million at most'
        : 'The picture is damaged and cannot be read',
    );
  }
}
