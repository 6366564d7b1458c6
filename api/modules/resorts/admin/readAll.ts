import type { Readable } from 'node:stream';

/**
 * All that a stream gives.
 * @param refusal what is thrown as soon as there is more than so many bytes
 */
export async function readAll(
  stream: Readable,
  maxBytes: number,
  refusal: () => Error,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      throw refusal();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
