import type { LoadRequest } from './load.ts';

export const operation = (query: string, variables: Record<string, unknown>): LoadRequest => ({
  path: '/graphql',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});

/** Sends one request and returns `data`. @throws {Error} if the response has errors */
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

/** Forty spaces and tabs, in a new sequence for each request. */
export function freshBlank(): string {
  used += 1;
  return used.toString(2).padStart(40, '0').replaceAll('1', '\t').replaceAll('0', ' ');
}

/** The letters of two generic words of the site, with ignored accents. */
const siteWords = ['rŕř eéèêëēęě sśšş oóòôöõōő rŕř tťţ', 'h oóòôöõōő tťţ eéèêëēęě lĺľ'].map(
  (word) => word.split(' ').map((letters) => [...letters]),
);

/**
 * Two new words for each request. Appended to a search text, they change the cache keys of the
 * text, its words and its count, but not the results.
 */
export function freshWords(): string {
  used += 1;
  let rest = used;
  const words = siteWords.map((word) =>
    word
      .map((letters) => {
        const letter = letters[rest % letters.length];
        rest = Math.floor(rest / letters.length);
        return letter;
      })
      .join(''),
  );
  return ` ${words.join(' ')}`;
}
