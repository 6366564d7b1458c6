import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import { bytesAt, lastBytes, type OpenFile } from './openFile.ts';
import { damaged, holdsMore, RefusedFileError } from './refused.ts';

/** Last bytes in which readers look for the end mark (ISO 32000-1, 7.5.5, and Acrobat). */
const tailBytes = 2_048;

/** Checks that only white space follows the end mark. The caller has checked the beginning. */
export async function checkPdf(file: OpenFile): Promise<void> {
  const tail = (await lastBytes(file, tailBytes)).toString('latin1');
  const end = tail.lastIndexOf('%%EOF');
  if (end >= 0 && /[^\s\0]/.test(tail.slice(end + 5))) {
    throw holdsMore();
  }
  if (end < 0 || !/startxref\s+\d+\s+$/.test(tail.slice(0, end))) {
    throw damaged('PDF');
  }
  await refuseActions(file);
}

const inflated = promisify(inflate);

/** Tolerates a stream that is cut off, or followed by a line end. */
const syncFlush = constants.Z_SYNC_FLUSH;

/** Small, so that its strings are garbage-collected early, however large the file is. */
const windowBytes = 64 * 1024;

/** Longer than any name that is searched for, even with each character written as #xx. */
const overlapBytes = 64;

/** Bytes before a stream that are searched for its dictionary. */
const dictionaryBytes = 4_096;

const limits = {
  objectStreams: 5_000,
  /** One object stream, packed and unpacked. */
  bytes: 16 * 1024 * 1024,
  /** All object streams together, packed plus unpacked. */
  allBytes: 200 * 1024 * 1024,
};

/**
 * Refuses a PDF that runs something when it is opened or clicked: JavaScript, or an action that
 * starts a program (ISO 32000-1, 12.6.4). Searches the raw file and its compressed object streams.
 * Encrypted content is not searched.
 * @throws {RefusedFileError}
 */
async function refuseActions(file: OpenFile): Promise<void> {
  const budget = { streams: limits.objectStreams, bytes: limits.allBytes };
  for (let start = 0; start < file.size; start += windowBytes - overlapBytes) {
    const text = plainNames((await bytesAt(file, start, windowBytes)).toString('latin1'));
    judge(text);
  }
  for await (const place of objectStreams(file)) {
    judge(plainNames((await unpacked(file, place, budget)).toString('latin1')));
  }
}

const scripts = /\/JavaScript(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const programs = /\/Launch(?![^\0\t\n\f\r ()<>[\]{}/%])/;

function judge(text: string): void {
  if (scripts.test(text)) {
    throw new RefusedFileError(
      'PDFs with JavaScript are refused. Print it to a new PDF and upload that',
    );
  }
  if (programs.test(text)) {
    throw new RefusedFileError(
      'PDFs that start programs are refused. Print it to a new PDF and upload that',
    );
  }
}

const plainNames = (text: string): string =>
  text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

interface ObjectStream {
  dictionary: string;
  start: number;
}

/** Finds streams that hold objects: all have /First, the position of their first object. */
async function* objectStreams(file: OpenFile): AsyncGenerator<ObjectStream> {
  for (let start = 0; start < file.size; start += windowBytes - dictionaryBytes) {
    const text = (await bytesAt(file, start, windowBytes)).toString('latin1');
    for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
      // The previous window covers streams at its end, except a stream that the window boundary
      // cuts.
      const isWhole = start === 0 || at >= dictionaryBytes - 'stream\r\n'.length;
      if (!isWhole || text.startsWith('end', at - 3)) {
        continue;
      }
      const before = text.slice(Math.max(0, at - dictionaryBytes), at);
      const dictionary = plainNames(before.slice(before.lastIndexOf('obj') + 3));
      if (/\/(?:ObjStm|First)(?![^\0\t\n\f\r ()<>[\]{}/%])/.test(dictionary)) {
        const lineEnd = text.startsWith('\r\n', at + 6) ? 2 : 1;
        yield { dictionary, start: start + at + 6 + lineEnd };
      }
    }
  }
}

const unreadable = (): RefusedFileError =>
  new RefusedFileError(
    "The PDF is packed in a way that can't be looked into. Print it to a new PDF and upload that",
  );

async function unpacked(
  file: OpenFile,
  { dictionary, start }: ObjectStream,
  budget: { streams: number; bytes: number },
): Promise<Buffer> {
  budget.streams -= 1;
  const packed = await contentOf(file, start);
  budget.bytes -= packed.length;
  if (budget.streams < 0 || budget.bytes < 0) {
    throw unreadable();
  }
  const filters = /\/Filter\s{0,20}(?:\[([^\]]{0,200})\]|(\/\w{1,40}))/.exec(dictionary);
  const names = `${filters?.[1] ?? filters?.[2] ?? ''}`.trim();
  if (names === '') {
    return packed;
  }
  if (
    !/^\/(?:FlateDecode|Fl)$/.test(names) ||
    /\/Predictor\s{0,20}[2-9]|\/Predictor\s{0,20}1\d/.test(dictionary)
  ) {
    throw unreadable();
  }
  const most = Math.min(limits.bytes, budget.bytes);
  try {
    const plain = await inflated(packed, {
      maxOutputLength: Math.max(1, most),
      finishFlush: syncFlush,
    });
    budget.bytes -= plain.length;
    return plain;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw unreadable();
    }
    // Encrypted, or not a stream: PDF readers can't unpack it either.
    return Buffer.alloc(0);
  }
}

async function contentOf(file: OpenFile, start: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = start; at < file.size && at - start <= limits.bytes; at += windowBytes) {
    const piece = await bytesAt(file, at, windowBytes + 'endstream'.length);
    const end = piece.indexOf('endstream');
    if (end >= 0) {
      return Buffer.concat([...pieces, piece.subarray(0, end)]);
    }
    pieces.push(piece.subarray(0, windowBytes));
  }
  throw unreadable();
}
