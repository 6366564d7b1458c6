import type { FileHandle } from 'node:fs/promises';

export interface OpenFile {
  handle: FileHandle;
  size: number;
}

export async function bytesAt(
  { handle }: OpenFile,
  position: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

export const lastBytes = (file: OpenFile, length: number): Promise<Buffer> =>
  bytesAt(file, Math.max(0, file.size - length), Math.min(length, file.size));
