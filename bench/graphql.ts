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

/** Blanks that no request had before: a search text that means nothing, and is not remembered. */
export function freshBlank(): string {
  return Array.from({ length: 40 }, () => (Math.random() < 0.5 ? ' ' : '\t')).join('');
}

/** Punctuation that no request had before: added to a search text it changes nothing but the key. */
export function freshPunctuation(): string {
  return ` ${Array.from({ length: 24 }, () => (Math.random() < 0.5 ? '.' : ',')).join('')}`;
}

/** An id in capitals and small letters as no request had it before; it names the same row. */
export function freshCase(id: string): string {
  return id.replace(/[a-f]/g, (digit) => (Math.random() < 0.5 ? digit.toUpperCase() : digit));
}
