import { bytesAt, type OpenFile } from './openFile.ts';
import { damaged, holdsMore } from './refused.ts';

const mostChunks = 50_000;

/** Checks a PNG: a sequence of chunks from IHDR to IEND, and nothing after it (W3C PNG, 5.3). */
export async function checkPng(file: OpenFile): Promise<void> {
  let position = 8;
  for (let count = 0; count < mostChunks; count += 1) {
    const head = await bytesAt(file, position, 8);
    const type = head.toString('latin1', 4);
    if (head.length < 8 || (count === 0) !== (type === 'IHDR')) {
      throw damaged('PNG picture');
    }
    // The data, plus 12 bytes of length, type and checksum.
    position += head.readUInt32BE(0) + 12;
    if (position > file.size) {
      throw damaged('PNG picture');
    }
    if (type === 'IEND') {
      if (position < file.size) {
        throw holdsMore();
      }
      return;
    }
  }
  throw damaged('PNG picture');
}
