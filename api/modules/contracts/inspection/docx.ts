import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { packageXml, refuseOutsideParts } from './docxParts.ts';
import type { OpenFile } from './openFile.ts';
import { damaged, holdsMacros, holdsMore, RefusedFileError } from './refused.ts';
import { hasSeveralDisks, zipEndOf } from './zipDisks.ts';

/** Far above the needs of a 50 MB contract, far below what overloads the server. */
const limits = {
  entries: 2_000,
  /** All entries together, unpacked. */
  bytes: 200 * 1024 * 1024,
  /** Unpacked size to packed size, for entries that unpack to more than `freeBytes`. */
  ratio: 100,
  freeBytes: 5 * 1024 * 1024,
  /** Each part that is parsed: the list of content types, and the relationships. */
  readBytes: 1024 * 1024,
};

/** Lower case, since Word ignores the case of part names. */
const contentTypesName = '[content_types].xml';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Entries that no Word document has: the manifest of a Java archive, or programs. */
const programs = /^META-INF\/|\.(exe|dll|scr|com|bat|cmd|msi|jar|js|vbs|ps1|sh|html?|hta|lnk)$/i;

const macros = /(?:^|\/)(?:vbaproject|vbadata)[^/]*$|(?:^|\/)activex\//i;
const macroTypes = /macroenabled|vbaproject/i;

const unpacksToTooMuch = (): RefusedFileError =>
  new RefusedFileError('The Word document unpacks to too much and was refused');

/**
 * Checks a .docx: a zip archive that contains a Word document (ECMA-376). Unpacks every entry
 * without storing it, to enforce the limits: the sizes declared in an archive may be false.
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
    // Readers differ in which of two equal names they use.
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

/** Unpacks an entry and counts its bytes. Throws as soon as they exceed the limit. */
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
