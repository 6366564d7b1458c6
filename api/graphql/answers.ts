import { createHash } from 'node:crypto';
import { encode, type Encoding } from '../platform/encodings.ts';

/** The public part of a response as it is sent. */
export interface Answer {
  /** The JSON of each response key, if other parts come between them; else of the whole response. */
  parts: Readonly<Record<string, string>> | undefined;
  body: Buffer | undefined;
  /** Made at first need. */
  encoded: Partial<Record<Encoding, Buffer>>;
  etag?: string;
}

/** @param isPart whether the response has other parts */
export const createAnswer = (data: Readonly<Record<string, unknown>>, isPart: boolean): Answer =>
  answerOf(
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)])),
    isPart,
  );

/** @param parts the JSON of each response key, in order */
export const answerOf = (parts: Readonly<Record<string, string>>, isPart: boolean): Answer => ({
  parts: isPart ? parts : undefined,
  body: isPart ? undefined : bytesOf(joined(parts)),
  encoded: {},
});

/** A response of these parts. */
export const joined = (parts: Readonly<Record<string, string>>): string =>
  `{"data":{${Object.entries(parts)
    .map(([key, text]) => `"${key}":${text}`)
    .join(',')}}}`;

/** Bytes of their own: a small buffer would keep the pool that it is cut from. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** What a response says, as an object. */
export function dataOf({ parts, body }: Answer): Record<string, unknown> {
  const text = body ? body.toString() : joined(parts ?? {});
  return (JSON.parse(text) as { data: Record<string, unknown> }).data;
}

/** The whole response in an encoding, made once. @param grown called when it is made */
export async function encodedBody(
  { body = Buffer.alloc(0), encoded }: Answer,
  encoding: Encoding,
  grown: () => void,
): Promise<Buffer> {
  const known = encoded[encoding];
  if (known) {
    return known;
  }
  const made = await encode(body, encoding);
  encoded[encoding] = made;
  grown();
  return made;
}

/** The entity tag of the whole response (RFC 9110, 8.8.3); weak, as encodings share it. */
export const etagOf = (answer: Answer): string =>
  (answer.etag ??= `W/"${createHash('sha256')
    .update(answer.body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`);
