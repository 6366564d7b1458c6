import { createHash } from 'node:crypto';
import { encodable, type Encodable } from '#api/platform/http/encodings.ts';

export interface Answer {
  /** The JSON of each response key, if other parts come between them. */
  parts: Readonly<Record<string, string>> | undefined;
  body: Encodable | undefined;
  etag?: string;
  usedCost?: number;
}

/** @param isPart whether the response has other parts */
export const createAnswer = (data: Readonly<Record<string, unknown>>, isPart: boolean): Answer =>
  answerOf(
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)])),
    isPart,
  );

export const answerOf = (parts: Readonly<Record<string, string>>, isPart: boolean): Answer => ({
  parts: isPart ? parts : undefined,
  body: isPart ? undefined : encodable(joined(parts)),
});

export const joined = (parts: Readonly<Record<string, string>>): string =>
  `{"data":{${Object.entries(parts)
    .map(([key, text]) => `"${key}":${text}`)
    .join(',')}}}`;

export function dataOf({ parts, body }: Answer): Record<string, unknown> {
  const text = body ? body.plain.toString() : joined(parts ?? {});
  return (JSON.parse(text) as { data: Record<string, unknown> }).data;
}

/** The entity tag of the whole response (RFC 9110, 8.8.3); weak, as encodings share it. */
export const etagOf = (answer: Answer): string =>
  (answer.etag ??= `W/"${createHash('sha256')
    .update(answer.body?.plain ?? '')
    .digest('base64url')
    .slice(0, 22)}"`);
