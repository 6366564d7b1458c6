import { lastBytes, type OpenFile } from './openFile.ts';
import { refuseActions } from './pdfActions.ts';
import { damaged, holdsMore } from './refused.ts';

/** Last bytes in which readers look for the end mark (ISO 32000-1, 7.5.5, and Acrobat). */
const tailBytes = 2_048;

/** Checks that only white space follows the end mark. The caller has checked the beginning. */
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
