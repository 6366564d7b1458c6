import { documentKinds, type DocumentKind } from '../inspection/inspect.ts';
import { RefusedFileError } from '../inspection/refused.ts';

const extensions = documentKinds.flatMap((kind) => kind.extensions);

/** Generic types that browsers and tools send for any file. */
const sayNothing = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
];

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

/** @throws {RefusedFileError} unless it has the extension of a document */
export function readFileName(given: string | null | undefined): string | null {
  const name = (given ?? '')
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    // Control characters, and format characters such as those that reverse text.
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

/** @throws {RefusedFileError} if it is not the type of a document */
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
 * The given name of a document, or a default name for its kind.
 * @throws {RefusedFileError} if the given name or type belongs to another kind
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
