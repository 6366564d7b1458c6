/** Why a file is not taken as a document; the message is for the person who sent it. */
export class RefusedFileError extends Error {}

/** The file is no document of the kind that it begins like. */
export const damaged = (kind: string): RefusedFileError =>
  new RefusedFileError(`The file is no complete ${kind}. Save it again and upload that`);

/** The document is followed by, or wrapped around, something else. */
export const holdsMore = (): RefusedFileError =>
  new RefusedFileError('The file holds something besides the document and was refused');

export const holdsMacros = (): RefusedFileError =>
  new RefusedFileError('Documents with macros are refused. Save it as PDF and upload that');
