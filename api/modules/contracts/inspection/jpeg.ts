import { bytesAt, type OpenFile } from './openFile.ts';
import { damaged, holdsMore } from './refused.ts';

const mostSegments = 10_000;

const windowBytes = 64 * 1024;

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Application segments: APP1 holds XMP, APP2 holds MPF. */
const firstNote = 0xe1;
const lastNote = 0xe2;

const mostPictures = 10;

/**
 * Checks a JPEG: a sequence of segments up to its end marker (ITU-T T.81, B.1). After the marker,
 * only data that phones append is allowed: further pictures or a short video that the picture
 * announces, Samsung's trailer, or padding with zeros.
 */
export async function checkJpeg(file: OpenFile): Promise<void> {
  const announced = { pictures: false, film: false };
  let position = await endOfPicture(file, 0, announced);
  for (let pictures = 1; !(await isFilling(file, position)); pictures += 1) {
    if (await holdsNotes(file, position)) {
      return;
    }
    const head = await bytesAt(file, position, 8);
    if (announced.film && head.toString('latin1', 4) === 'ftyp') {
      await checkFilm(file, position);
      return;
    }
    const isPicture = head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
    if (!announced.pictures || !isPicture || pictures >= mostPictures) {
      throw holdsMore();
    }
    position = await endOfPicture(file, position, announced);
  }
}

interface Announced {
  pictures: boolean;
  film: boolean;
}

async function endOfPicture(file: OpenFile, start: number, announced: Announced): Promise<number> {
  let position = start + 2;
  for (let count = 0; count < mostSegments; count += 1) {
    const head = await bytesAt(file, position, 4);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) {
      throw damaged('JPEG picture');
    }
    if (marker === endOfImage) {
      return position + 2;
    }
    if (marker === 0xff) {
      // Fill bytes: any number may precede a marker.
      position += 1;
      continue;
    }
    if (head.length < 4) {
      throw damaged('JPEG picture');
    }
    const length = head.readUInt16BE(2);
    if (marker >= firstNote && marker <= lastNote) {
      listen((await bytesAt(file, position + 4, length)).toString('latin1'), announced);
    }
    position += 2 + length;
    if (marker === startOfScan) {
      position = await endOfScan(file, position);
    }
  }
  throw damaged('JPEG picture');
}

/** Notes what a segment announces: MPF (CIPA DC-007), or Google's photo formats in XMP. */
function listen(note: string, announced: Announced): void {
  announced.pictures ||= note.startsWith('MPF\0') || note.includes('Container:Directory');
  announced.film ||= /MotionPhoto|MicroVideo/.test(note);
}

/** The position of the marker after the image data: FF, not followed by 00 or a restart marker. */
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

/** Checks a video: a sequence of boxes, each with a length and a name (ISO/IEC 14496-12, 4.2). */
async function checkFilm(file: OpenFile, start: number): Promise<void> {
  let position = start;
  for (let count = 0; position < file.size; count += 1) {
    const head = await bytesAt(file, position, 16);
    const short = head.length < 8 ? 0 : head.readUInt32BE(0);
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (count >= mostSegments || length < 8 || !filmBoxes.has(head.toString('latin1', 4, 8))) {
      throw holdsMore();
    }
    position += length;
  }
  if (position !== file.size) {
    throw holdsMore();
  }
}

const filmBoxes = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'uuid', 'meta', 'mpvd']);

/**
 * Whether Samsung's trailer begins at `position`: data blocks, then a directory with the distance
 * of each block from the directory and its length, then the length of the directory and the mark
 * SEFT.
 */
async function holdsNotes(file: OpenFile, position: number): Promise<boolean> {
  const end = await bytesAt(file, Math.max(position, file.size - 8), 8);
  if (end.length < 8 || end.toString('latin1', 4) !== 'SEFT') {
    return false;
  }
  const listStart = file.size - 8 - end.readUInt32LE(0);
  const list = listStart < position ? Buffer.alloc(0) : await bytesAt(file, listStart, windowBytes);
  const count = list.toString('latin1', 0, 4) === 'SEFH' ? list.readUInt32LE(8) : 0;
  if (list.length !== 12 + count * 12 + 8) {
    return false;
  }
  const distances = Array.from({ length: count }, (_, index) => list.readUInt32LE(16 + index * 12));
  return listStart - Math.max(0, ...distances) === position;
}

async function isFilling(file: OpenFile, position: number): Promise<boolean> {
  const bytes = await bytesAt(file, position, windowBytes);
  return position + bytes.length === file.size && bytes.every((byte) => byte === 0);
}
