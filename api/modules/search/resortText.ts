import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { PlaceChange } from '#api/platform/cache/changes.ts';
import { readsOf, readsWhere } from '#api/platform/cache/reads.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { withoutInvisible } from '#api/platform/input/input.ts';

const maxTextLength = 200;

/** Records that the answer depends on the words of resorts, such as corrections of typos. */
export const readsWords = (): void =>
  readsWhere(['place'], ({ places }) => places?.some(wordsMayDiffer) ?? true);

/** Whether a change affects the words that find a resort: its own words and its places. */
export const wordsMayDiffer = ({ before, after, wordsDiffer }: PlaceChange): boolean =>
  wordsDiffer || before?.latitude !== after?.latitude || before?.longitude !== after?.longitude;

/**
 * Normalizes a search text: NFC, trimmed and without invisible characters; empty if there is none.
 * @throws {InvalidInputError} naming the field
 */
export function readText(text: string | null | undefined, field = 'query'): string {
  const trimmed = withoutInvisible(text ?? '')
    .normalize('NFC')
    .trim();
  if (trimmed.length > maxTextLength) {
    throw new InvalidInputError(
      field,
      `The search text may have at most ${maxTextLength} characters`,
    );
  }
  if (trimmed.includes('\u0000')) {
    throw new InvalidInputError(field, 'The search text has a character that is not allowed');
  }
  return trimmed;
}

export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s!"#$%&()*+,\-./:;<=>?@[\\\]^_`{|}~]+/g, ' ')
    .trim();

export interface AskedWords {
  /** A tsquery as text; null if no word is left to search for. */
  query: string | null;
  estimate: number;
}

const wordsKey = (query: string): string => `words ${query}`;

/**
 * Estimates the hits of a query, of names, or of both.
 * @param text a tsquery; empty without words
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
  const ofText = Prisma.sql`${text}::text::tsquery`;
  const query = names === '' ? ofText : text === '' ? ofNames : Prisma.sql`${ofText} && ${ofNames}`;
  const [read] = await database.readQuick<{ query: string | null; estimate: number | null }>(
    Prisma.sql`
      SELECT query::text, resort_search_estimate(query)::float8 AS estimate
      FROM (SELECT ${query} AS query) AS asked`,
  );
  const words: AskedWords = { query: read?.query ?? null, estimate: read?.estimate ?? 0 };
  catalogue.keep(key, words, readsOf(readsWords), since);
  return words;
}

/**
 * Caches an estimate that another statement has read, unless the cache was cleared since this
 * version.
 */
export const rememberWords = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  words: AskedWords & { query: string },
  since: number,
): void => catalogue.keep(wordsKey(words.query), words, readsOf(readsWords), since);

export const rememberedWords = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  text: string,
): AskedWords | undefined => catalogue.peek(wordsKey(text)) as AskedWords | undefined;

/** SELECT of one row: the query and the planner's estimate. */
export const askedSql = (text: string, known: AskedWords | undefined): Prisma.Sql =>
  known
    ? Prisma.sql`
        SELECT ${known.query}::text::tsquery AS query, ${known.estimate}::float8 AS estimate`
    : Prisma.sql`
        SELECT query, resort_search_estimate(query)::float8 AS estimate
        FROM (SELECT ${text}::text::tsquery AS query) AS typed`;
