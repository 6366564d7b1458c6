import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { readsOf, readsWhere } from '../../platform/reads.ts';
import { InvalidInputError } from '../../platform/errors.ts';
import { withoutInvisible } from '../../platform/input.ts';

const maxTextLength = 200;

/** Says that the words of resorts are read, such as for corrections of typos. */
export const readsWords = (): void =>
  readsWhere(['place'], ({ places }) => places?.some((place) => place.wordsDiffer) ?? true);

/**
 * Normalizes a search text: NFC, trimmed and without invisible characters; empty if there is none.
 * @throws {InvalidInputError} naming the field
 */
export function readText(text: string | null | undefined, field = 'query'): string {
  const trimmed = withoutInvisible(text ?? '')
    .normalize('NFC')
    .trim();
  if (trimmed.length > maxTextLength) {
    throw new InvalidInputError([
      { field, message: `The search text may have at most ${maxTextLength} characters` },
    ]);
  }
  if (trimmed.includes('\u0000')) {
    throw new InvalidInputError([
      { field, message: 'The search text has a character that is not allowed' },
    ]);
  }
  return trimmed;
}

/** The words of a text in lower case, without punctuation. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s!"#$%&()*+,\-./:;<=>?@[\\\]^_`{|}~]+/g, ' ')
    .trim();

/** How words are searched. Cached: to read them takes as long as to find a page. */
export interface AskedWords {
  /** A tsquery as text; null if no word is left to search for. */
  query: string | null;
  /** The text with the corrected words. */
  readAs: string | null;
  /** The planner's estimate of the number of hits. */
  estimate: number;
}

const wordsKey = (text: string): string => `words "${wordsOf(text)}"`;

/**
 * Reads the words of a text, of names, or of both.
 * @param text empty, as are the names, if there are none
 */
export async function readWords(
  { database, catalogue }: Pick<Deps, 'database' | 'catalogue'>,
  text: string,
  names: string,
): Promise<AskedWords> {
  const key =
    names === '' ? wordsKey(text) : `${text === '' ? 'names' : wordsKey(text)} + ${names}`;
  const known = catalogue.peek(key) as AskedWords | undefined;
  if (known) {
    return known;
  }
  const since = catalogue.version();
  const ofNames = Prisma.sql`plainto_tsquery('tideweek', search_fold(translate(${names}, '<>', '  ')))`;
  const query =
    names === '' ? Prisma.sql`query` : text === '' ? ofNames : Prisma.sql`query && ${ofNames}`;
  const [read] = await database.readQuick<{
    query: string | null;
    read_as: string | null;
    estimate: number | null;
  }>(Prisma.sql`
    SELECT query::text, read_as, resort_search_estimate(query)::float8 AS estimate
    FROM (SELECT ${query} AS query, read_as FROM resort_search_query(${wordsOf(text)})) AS asked`);
  const words: AskedWords = {
    query: read?.query ?? null,
    readAs: read?.read_as ?? null,
    estimate: read?.estimate ?? 0,
  };
  catalogue.keep(key, words, readsOf(readsWords), since);
  return words;
}

/** The cached reading of a text's words; undefined if there is none. */
export const rememberedWords = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  text: string,
): AskedWords | undefined => catalogue.peek(wordsKey(text)) as AskedWords | undefined;

/** SELECT of one row: the query, the words it was read as, and the planner's estimate. */
export const askedSql = (text: string, known: AskedWords | undefined): Prisma.Sql =>
  known
    ? Prisma.sql`
        SELECT ${known.query}::text::tsquery AS query, ${known.readAs}::text AS read_as,
               ${known.estimate}::float8 AS estimate`
    : Prisma.sql`
        SELECT query, read_as, resort_search_estimate(query)::float8 AS estimate
        FROM resort_search_query(${wordsOf(text)})`;

const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s?\b/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** The words that a text was read as if one was corrected; otherwise null. */
export function corrected(text: string, readAs: string | null | undefined): string | null {
  if (!readAs) {
    return null;
  }
  const typed = new Set(plainWords(text));
  return plainWords(readAs).every((word) => typed.has(word)) ? null : readAs;
}
