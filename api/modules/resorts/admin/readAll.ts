import type { Readable } from 'node:stream';

/**
 * Reads a whole stream.
 * @param refusal Makes the error to throw if there are more than `maxBytes`.
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
