import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import type { OpenFile } from './openFile.ts';
import { damaged, holdsMacros, holdsMore, RefusedFileError } from './refused.ts';

/** Far above what a contract of 50 MB has, far below what hurts. */
const limits = {
  entries: 2_000,
  /** Of all entries together, unpacked. */
  bytes: 200 * 1024 * 1024,
  /** Unpacked to packed, of an entry that unpacks to more than `freeBytes`. */
  ratio: 100,
  freeBytes: 5 * 1024 * 1024,
  /** Of the list of content types, which is read. */
  contentTypesBytes: 1024 * 1024,
};

const contentTypesName = '[Content_Types].xml';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** What no Word document has in it: an archive for Java besides, or a program. */
const programs = /^META-INF\/|\.(exe|dll|scr|com|bat|cmd|msi|jar|js|vbs|ps1|sh|html?|hta|lnk)$/i;

const unpacksToTooMuch = (): RefusedFileError =>
  new RefusedFileError('The Word document unpacks to too much and was refused');

/**
 * A .docx is a zip archive with a Word document in it (ECMA-376). It is unpacked to nowhere, under
 * limits, since what an archive says of itself may be a lie.
 */
export async function checkDocx(file: OpenFile): Promise<void> {
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
    names.add(entry.fileName);
    if (programs.test(entry.fileName)) {
      throw holdsMore();
    }
    if (entry.isEncrypted() || !entry.canDecodeFileData()) {
      throw damaged('Word document');
    }
    const keeps = entry.fileName === contentTypesName;
    const { bytes, text } = await unpack(zip, entry, limits.bytes - unpacked, keeps);
    unpacked += bytes;
    contentTypes += text;
  }
  if (names.has('word/vbaProject.bin') || contentTypes.includes('macroEnabled')) {
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
  keepsText: boolean,
): Promise<{ bytes: number; text: string }> {
  const mostHere = Math.min(
    most,
    Math.max(limits.freeBytes, entry.compressedSize * limits.ratio),
    keepsText ? limits.contentTypesBytes : Infinity,
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
    if (keepsText) {
      chunks.push(chunk);
    }
  }
  return { bytes, text: Buffer.concat(chunks).toString('utf8') };
}
