import { bytesAt, type OpenFile } from './openFile.ts';
import { damaged, holdsMore } from './refused.ts';

/** More segments than any camera writes. */
const mostSegments = 10_000;

const windowBytes = 64 * 1024;

const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * A JPEG is a row of segments to its end mark (ITU-T T.81, B.1). What follows may only be what
 * phones put there: further pictures, a short film, or their own notes.
 */
export async function checkJpeg(file: OpenFile): Promise<void> {
  let position = 2;
  for (let count = 0; count < mostSegments; count += 1) {
    const head = await bytesAt(file, position, 4);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) {
      throw damaged('JPEG picture');
    }
    if (marker === endOfImage) {
      await checkTrailer(file, position + 2);
      return;
    }
    if (marker === 0xff) {
      // Any number of these may stand before a marker.
      position += 1;
      continue;
    }
    if (head.length < 4) {
      throw damaged('JPEG picture');
    }
    position += 2 + head.readUInt16BE(2);
    if (marker === startOfScan) {
      position = await endOfScan(file, position);
    }
  }
  throw damaged('JPEG picture');
}

/** The place of the marker that follows the coded picture: FF, and not a stuffed 00 or a restart. */
async function endOfScan(file: OpenFile, from: number): Promise<number> {
  // Windows overlap by a byte, so that a marker is never cut in two.
  for (let start = from; start < file.size - 1; start += windowBytes - 1) {
    const bytes = await bytesAt(file, start, windowBytes);
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      const next = bytes[at + 1];
      if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) {
        return start + at;
      }
    }
  }
  throw damaged('JPEG picture');
}

async function checkTrailer(file: OpenFile, position: number): Promise<void> {
  const head = await bytesAt(file, position, 12);
  const tail = await bytesAt(file, Math.max(position, file.size - 4), 4);
  const allowed =
    head.length === 0 ||
    (await isPadding(file, position)) ||
    // Multi-Picture Format (CIPA DC-007): depth and brightness beside the picture.
    head.subarray(0, 2).equals(Buffer.from([0xff, 0xd8])) ||
    // Motion Photo: a film in ISO base media format.
    head.toString('latin1', 4, 8) === 'ftyp' ||
    // Samsung's notes end with their own name.
    tail.toString('latin1') === 'SEFT';
  if (!allowed) {
    throw holdsMore();
  }
}

/** Nothing but zeros, and not many. */
async function isPadding(file: OpenFile, position: number): Promise<boolean> {
  const bytes = await bytesAt(file, position, windowBytes);
  return position + bytes.length === file.size && bytes.every((byte) => byte === 0);
}
