import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ObjectTooLargeError } from './objectStorage.ts';

/** Leaves nothing when it rejects. @throws {ObjectTooLargeError} at a byte beyond `maxBytes` */
export async function spool(folder: string, body: Readable, maxBytes: number) {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new ObjectTooLargeError(`More than ${maxBytes} bytes were sent`);
      }
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return { path, size, sha256: hash.digest('hex') };
}
