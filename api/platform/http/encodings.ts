import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

export function encodingFor(headers: IncomingHttpHeaders): Encoding | undefined {
  const header = headers['accept-encoding'];
  if (header === undefined) {
    return undefined;
  }
  const offers = header.split(',').map((offer) => offer.trim());
  return (['br', 'gzip'] as const).find((encoding) =>
    offers.some((offer) => offer.split(';', 1)[0] === encoding && !/;\s*q=0(?:\.0*)?$/.test(offer)),
  );
}

/** Quality 4 costs about as much time as gzip and saves a sixth more. */
export const brotliOptions: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const encode = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, brotliOptions) : zip(bytes);

export interface Encodable {
  plain: Buffer;
  encodings: Partial<Record<Encoding, Buffer>>;
}

export function encodable(text: string): Encodable {
  // An own allocation: a small buffer would keep its whole pool in memory.
  const plain = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  plain.write(text);
  return { plain, encodings: {} };
}

export async function encoded(
  { plain, encodings }: Encodable,
  encoding: Encoding,
  grown: () => void,
): Promise<Buffer> {
  const known = encodings[encoding];
  if (known) {
    return known;
  }
  const made = await encode(plain, encoding);
  encodings[encoding] = made;
  grown();
  return made;
}

/** Bytes; larger responses are compressed. */
export const leastToEncode = 1_024;
