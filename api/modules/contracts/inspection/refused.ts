export class RefusedFileError extends Error {}

export const damaged = (kind: string): RefusedFileError =>
  new RefusedFileError(`The file is no complete ${kind}. Save it again and upload that`);

export const holdsMore = (): RefusedFileError =>
  new RefusedFileError('The file holds something besides the document and was refused');

export const holdsMacros = (): RefusedFileError =>
  new RefusedFileError('Documents with macros are refused. Save it as PDF and upload that');
