import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
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

/**
 * The text of a part of a Word document that lists content types or relationships. In practice
 * these parts are plain ASCII; another encoding or custom entities would hide something.
 * @throws {RefusedFileError}
 */
function packageXml(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (text.includes('\0') || text.includes('<!')) {
    throw damaged('Word document');
  }
  return text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Types of relationships that may point outside the document: links need a click. */
const harmless = /\/hyperlink$/i;

/**
 * Refuses relationships (ECMA-376 part 2, 6.5) through which Word loads something external when the
 * document is opened: a template, a picture, an object.
 * @throws {RefusedFileError} naming what is loaded
 */
function refuseOutsideParts(xml: string): void {
  for (const piece of xml.split('<').slice(1)) {
    const tag = piece.slice(0, piece.indexOf('>'));
    if (/^(?:[\w.-]+:)?Relationship\s/i.test(tag) && attribute(tag, 'TargetMode') === 'external') {
      const type = attribute(tag, 'Type');
      if (!harmless.test(type)) {
        throw new RefusedFileError(
          type.endsWith('/attachedtemplate')
            ? 'The Word document loads a template from elsewhere. Save it as PDF and upload that'
            : 'The Word document loads parts from elsewhere. Save it as PDF and upload that',
        );
      }
    }
  }
}

function attribute(tag: string, name: string): string {
  for (const [, found = '', , value = ''] of tag.matchAll(attributes)) {
    if (found.toLowerCase() === name.toLowerCase()) {
      return value.trim().toLowerCase();
    }
  }
  return '';
}

const attributes = /\b([\w:.-]{1,40})\s{0,10}=\s{0,10}(["'])(.{0,2000}?)\2/gs;
