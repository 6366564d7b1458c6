import { bytesAt, lastBytes, type OpenFile } from './openFile.ts';

/** Sizes of the end record of a zip archive and of the comment after it (APPNOTE 4.3.16). */
const endBytes = 22;
const longestComment = 65_535;

const endMark = Buffer.from('PK\u0005\u0006');
const entryMark = Buffer.from('PK\u0001\u0002');

/** Far more than the central directory of a document needs. */
const mostDirectoryBytes = 2 * 1024 * 1024;

/**
 * The end record of a zip archive, wherever the archive begins in the file; undefined if there is
 * no archive. Skips bytes that look like a record but whose values don't fit the file.
 */
export async function zipEndOf(file: OpenFile): Promise<Buffer | undefined> {
  const tail = await lastBytes(file, endBytes + longestComment);
  const start = file.size - tail.length;
  for (
    let at = tail.lastIndexOf(endMark);
    at >= 0;
    at = at > 0 ? tail.lastIndexOf(endMark, at - 1) : -1
  ) {
    const record = tail.subarray(at, at + endBytes);
    if (
      record.length === endBytes &&
      record.readUInt16LE(20) <= tail.length - at - endBytes &&
      record.readUInt16LE(8) <= record.readUInt16LE(10) &&
      (record.readUInt32LE(12) <= start + at || record.readUInt32LE(12) === 0xffffffff)
    ) {
      return record;
    }
  }
  return undefined;
}

export async function hasSeveralDisks(file: OpenFile, end: Buffer): Promise<boolean> {
  if (end.readUInt32LE(4) !== 0) {
    return true;
  }
  const size = Math.min(end.readUInt32LE(12), mostDirectoryBytes);
  const directory = await bytesAt(file, end.readUInt32LE(16), size);
  for (let at = 0; directory.subarray(at, at + 4).equals(entryMark) && at + 46 <= size;) {
    if (directory.readUInt16LE(at + 34) !== 0) {
      return true;
    }
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return false;
}
