import { sessionId } from './catalogue.ts';
import type { LoadRequest } from './load.ts';

/** A GraphQL operation as the product's own client sends it, without the persisted id. */
export function operation(
  query: string,
  variables: Record<string, unknown>,
  session?: number,
): LoadRequest {
  return {
    path: '/graphql',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(session !== undefined && { cookie: `tideweek=${sessionId(session)}` }),
    },
    body: JSON.stringify({ query, variables }),
  };
}

/** Sends one request and gives `data`; an answer with errors is thrown. */
export async function ask<Data>(origin: string, request: LoadRequest): Promise<Data> {
  const response = await fetch(origin + request.path, {
    method: request.method,
    headers: request.headers ?? {},
    ...(request.body !== undefined && { body: request.body }),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { data?: Data; errors?: unknown };
  if (!response.ok || answer.errors || !answer.data) {
    throw new Error(`unexpected answer ${response.status}: ${text.slice(0, 500)}`);
  }
  return answer.data;
}

let used = 0;

/** Forty times one of two signs, as no request had them before. */
function freshSigns(zero: string, one: string): string {
  used += 1;
  return used.toString(2).padStart(40, '0').replaceAll('1', one).replaceAll('0', zero);
}

/** A search text that means nothing, and is not remembered. */
export const freshBlank = (): string => freshSigns(' ', '\t');

/** Added to a search text it changes nothing but what the answer is remembered by. */
export const freshPunctuation = (): string => ` ${freshSigns('.', ',')}`;

/** An id in capitals and small letters as it was hardly ever before; it names the same row. */
export function freshCase(id: string): string {
  used += 1;
  let bits = used;
  return id.replace(/[a-f]/g, (digit) => {
    const capital = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return capital ? digit.toUpperCase() : digit;
  });
}
