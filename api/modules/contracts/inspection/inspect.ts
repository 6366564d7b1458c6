import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { checkDoc } from './doc.ts';
import { checkDocx } from './docx.ts';
import { checkJpeg } from './jpeg.ts';
import { bytesAt, type OpenFile } from './openFile.ts';
import { checkPdf } from './pdf.ts';
import { holdsMore, RefusedFileError, damaged } from './refused.ts';
import { zipEndOf } from './zipDisks.ts';

export interface DocumentKind {
  contentType: string;
  /** File name extensions; the first is the default. */
  extensions: readonly [string, ...string[]];
  /** The type that `file-type` detects from the first bytes. */
  looksLike: string;
  check(file: OpenFile): Promise<void>;
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The kinds of documents a contract may be (SPEC section 5). */
export const documentKinds: readonly DocumentKind[] = [
  {
    contentType: 'application/pdf',
    extensions: ['pdf'],
    looksLike: 'application/pdf',
    check: checkPdf,
  },
  {
    contentType: 'application/msword',
    extensions: ['doc'],
    looksLike: 'application/x-cfb',
    check: checkDoc,
  },
  {
    contentType: docxType,
    extensions: ['docx'],
    looksLike: 'application/zip',
    check: checkDocx,
  },
  {
    contentType: 'image/jpeg',
    extensions: ['jpg', 'jpeg'],
    looksLike: 'image/jpeg',
    check: checkJpeg,
  },
  { contentType: 'image/png', extensions: ['png'], looksLike: 'image/png', check: checkPng },
];

const headBytes = 4_100;

const zipStart = Buffer.from('PK\u0003\u0004');

/** Readers accept a PDF header anywhere within these first bytes. */
const pdfStartBytes = 1_024;

/**
 * Detects and checks the kind of a file on disk, by its content alone.
 * @throws {RefusedFileError} if it is of no allowed kind, damaged, or of several kinds at once
 */
export async function inspectDocument(path: string): Promise<DocumentKind> {
  const handle = await open(path);
  try {
    const file = { handle, size: (await handle.stat()).size };
    if (file.size === 0) {
      throw new RefusedFileError('The file is empty');
    }
    const head = await bytesAt(file, 0, headBytes);
    const kind = await kindOf(head);
    if (!kind) {
      throw new RefusedFileError(
        'The file is not what it seems: only PDF, Word, JPEG and PNG documents can be uploaded',
      );
    }
    await refuseSecondFace(file, head, kind);
    await kind.check(file);
    return kind;
  } finally {
    await handle.close();
  }
}

async function kindOf(head: Buffer): Promise<DocumentKind | undefined> {
  // The first bytes don't identify the content of an archive.
  const looksLike = head.subarray(0, zipStart.length).equals(zipStart)
    ? 'application/zip'
    : (await fileTypeFromBuffer(head))?.mime;
  return documentKinds.find((kind) => kind.looksLike === looksLike);
}

/** Refuses a file that is also a PDF or an archive: such files are meant to deceive. */
async function refuseSecondFace(file: OpenFile, head: Buffer, kind: DocumentKind): Promise<void> {
  const isPdf = kind.contentType === 'application/pdf';
  const start = head.subarray(0, pdfStartBytes);
  if (isPdf ? !start.subarray(0, 5).equals(Buffer.from('%PDF-')) : start.includes('%PDF-')) {
    throw holdsMore();
  }
  if (kind.contentType !== docxType && (await zipEndOf(file))) {
    throw holdsMore();
  }
}

const mostChunks = 50_000;

/** Checks a PNG: a sequence of chunks from IHDR to IEND, and nothing after it (W3C PNG, 5.3). */
async function checkPng(file: OpenFile): Promise<void> {
  let position = 8;
  for (let count = 0; count < mostChunks; count += 1) {
    const head = await bytesAt(file, position, 8);
    const type = head.toString('latin1', 4);
    if (head.length < 8 || (count === 0) !== (type === 'IHDR')) {
      throw damaged('PNG picture');
    }
    // The data, plus 12 bytes of length, type and checksum.
    position += head.readUInt32BE(0) + 12;
    if (position > file.size) {
      throw damaged('PNG picture');
    }
    if (type === 'IEND') {
      if (position < file.size) {
        throw holdsMore();
      }
      return;
    }
  }
  throw damaged('PNG picture');
}
