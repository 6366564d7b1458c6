import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { packageXml, refuseOutsideParts } from './docxParts.ts';
import type { OpenFile } from './openFile.ts';
import { damaged, holdsMacros, holdsMore, RefusedFileError } from './refused.ts';
import { hasSeveralDisks, zipEndOf } from './zipDisks.ts';

/** Far above what a contract of 50 MB has, far below what hurts. */
const limits = {
  entries: 2_000,
  /** Of all entries together, unpacked. */
  bytes: 200 * 1024 * 1024,
  /** Unpacked to packed, of an entry that unpacks to more than `freeBytes`. */
  ratio: 100,
  freeBytes: 5 * 1024 * 1024,
  /** Of a part that is read: the list of content types, and what belongs to what. */
  readBytes: 1024 * 1024,
};

/** In lower case, since Word finds parts in any. */
const contentTypesName = '[content_types].xml';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** What no Word document has in it: an archive for Java besides, or a program. */
const programs = /^META-INF\/|\.(exe|dll|scr|com|bat|cmd|msi|jar|js|vbs|ps1|sh|html?|hta|lnk)$/i;

/** Macros, their signatures, and controls that run code. */
const macros = /(?:^|\/)(?:vbaproject|vbadata)[^/]*$|(?:^|\/)activex\//i;
const macroTypes = /macroenabled|vbaproject/i;

const unpacksToTooMuch = (): RefusedFileError =>
  new RefusedFileError('The Word document unpacks to too much and was refused');

/**
 * A .docx is a zip archive with a Word document in it (ECMA-376). It is unpacked to nowhere, under
 * limits, since what an archive says of itself may be a lie.
 */
export async function checkDocx(file: OpenFile): Promise<void> {
  const end = await zipEndOf(file);
  if (end && (await hasSeveralDisks(file, end))) {
    throw new RefusedFileError(
      'The Word document is part of an archive on several disks. Save it again and upload that',
    );
  }
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(file.handle.fd, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
    });
  } catch {
    throw damaged('Word document');
  }
  if (zip.entryCount > limits.entries) {
    throw unpacksToTooMuch();
  }
  try {
    await checkEntries(zip);
  } catch (error) {
    throw error instanceof RefusedFileError ? error : damaged('Word document');
  }
}

async function checkEntries(zip: ZipFile): Promise<void> {
  const names = new Set<string>();
  let contentTypes = '';
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    // Readers differ in which of two they take.
    if (names.has(name)) {
      throw damaged('Word document');
    }
    names.add(name);
    if (macros.test(name)) {
      throw holdsMacros();
    }
    if (programs.test(entry.fileName)) {
      throw holdsMore();
    }
    if (entry.isEncrypted() || !entry.canDecodeFileData()) {
      throw damaged('Word document');
    }
    const isRelationships = name.endsWith('.rels');
    const keeps = name === contentTypesName || isRelationships;
    const { bytes, content } = await unpack(zip, entry, limits.bytes - unpacked, keeps);
    unpacked += bytes;
    if (isRelationships) {
      refuseOutsideParts(packageXml(content));
    } else if (keeps) {
      contentTypes = packageXml(content);
    }
  }
  if (macroTypes.test(contentTypes)) {
    throw holdsMacros();
  }
  if (!contentTypes.includes(wordType) || !names.has('word/document.xml')) {
    throw damaged('Word document');
  }
}

/** How many bytes an entry really has; stops as soon as they are too many. */
async function unpack(
  zip: ZipFile,
  entry: Entry,
  most: number,
  keeps: boolean,
): Promise<{ bytes: number; content: Buffer }> {
  const mostHere = Math.min(
    most,
    Math.max(limits.freeBytes, entry.compressedSize * limits.ratio),
    keeps ? limits.readBytes : Infinity,
  );
  if (entry.uncompressedSize > mostHere) {
    throw unpacksToTooMuch();
  }
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostHere) {
      throw unpacksToTooMuch();
    }
    if (keeps) {
      chunks.push(chunk);
    }
  }
  return { bytes, content: Buffer.concat(chunks) };
}
