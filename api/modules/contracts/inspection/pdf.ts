import { lastBytes, type OpenFile } from './openFile.ts';
import { refuseActions } from './pdfActions.ts';
import { damaged, holdsMore } from './refused.ts';

/** Where readers look for the end of a document (ISO 32000-1, 7.5.5, and Acrobat's practice). */
const tailBytes = 2_048;

/** A PDF ends with its end mark; only white space may follow. Its beginning is checked already. */
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
