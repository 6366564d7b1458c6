import { documentKinds, type DocumentKind } from './inspection/inspect.ts';
import { RefusedFileError } from './inspection/refused.ts';

const extensions = documentKinds.flatMap((kind) => kind.extensions);

/** Types that say nothing of a file, as browsers and tools send them. */
const sayNothing = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
];

/** Other names of the types. */
const otherNames: Record<string, string> = {
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};

const unknownKind = (): RefusedFileError =>
  new RefusedFileError('Only .pdf, .doc, .docx, .jpg, .jpeg and .png files can be uploaded');

const misnamed = (): RefusedFileError =>
  new RefusedFileError('The file is not what its name says. Upload it as it was saved');

/**
 * The name of a file, without folders and characters that no name should have; null where there is
 * none.
 * @throws {RefusedFileError} when a document doesn't end so
 */
export function readFileName(given: string | null | undefined): string | null {
  const name = (given ?? '')
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    // Control characters, and those that turn the direction of a text.
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (name === '') {
    return null;
  }
  const extension = extensionOf(name);
  if (!extensions.includes(extension)) {
    throw unknownKind();
  }
  return name.length > 200 ? `${name.slice(0, 190)}.${extension}` : name;
}

/**
 * The type that a client gives for a file; null where it says nothing.
 * @throws {RefusedFileError} when no document has it
 */
export function readContentType(given: string | null | undefined): string | null {
  const [plain = ''] = (given ?? '').toLowerCase().split(';');
  const type = otherNames[plain.trim()] ?? plain.trim();
  if (sayNothing.includes(type)) {
    return null;
  }
  if (!documentKinds.some((kind) => kind.contentType === type)) {
    throw unknownKind();
  }
  return type;
}

/**
 * The name of a document of this kind: the given one, where it fits.
 * @throws {RefusedFileError} when the name or the type that was given is another kind's
 */
export function nameFor(
  kind: DocumentKind,
  given: { fileName: string | null; contentType: string | null },
): string {
  const { fileName, contentType } = given;
  const fits =
    (fileName === null || kind.extensions.includes(extensionOf(fileName))) &&
    (contentType === null || contentType === kind.contentType);
  if (!fits) {
    throw misnamed();
  }
  return fileName ?? `contract.${kind.extensions[0]}`;
}

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
