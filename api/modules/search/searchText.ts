import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { latestToday } from '#common/days.ts';
import { readsWords, rememberWords } from './resortText.ts';
import { readPhrases, type Phrase, type ReadText } from '../phrases/readPhrases.ts';
import { meantWords, type MeantWords } from './words/meantWords.ts';

/** A search text: phrases about the week, and the words as they are searched for. */
export interface SearchText extends MeantWords {
  phrases: readonly Phrase[];
}

const noText: SearchText = {
  query: '',
  readAs: null,
  readings: [],
  leftOut: [],
  order: null,
  phrases: [],
};

/** Rounds of looking up names: each name changes the words left for phrases. */
const rounds = 3;

/**
 * Reads a search text. Adjacent words in a resort's name or place, such as "summer bay", are no
 * phrase.
 */
export async function readSearchText(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  text: string,
): Promise<SearchText> {
  if (text === '') {
    return noText;
  }
  const read = await phrasesOf(deps, text);
  // Not shared between texts: readings contain positions in the typed text.
  const words = await deps.catalogue.through(
    `meant ${latestToday()} ${JSON.stringify(text)}`,
    async () => {
      readsWords();
      const since = deps.catalogue.version();
      const { estimate, ...meant } = await meantWords(
        deps,
        text,
        read.tokens,
        read.phrases.length > 0,
      );
      if (estimate !== undefined) {
        rememberWords(deps, { query: meant.query, estimate }, since);
      }
      return meant;
    },
  );
  return { ...words, phrases: read.phrases };
}

async function phrasesOf(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  text: string,
): Promise<ReadText> {
  const today = latestToday();
  const known = new Map<string, boolean>();
  let read: ReadText;
  let unknown: string[];
  let round = 0;
  do {
    const asked = new Set<string>();
    read = readPhrases(text, today, (words) => {
      if (!known.has(words)) {
        asked.add(words);
      }
      return known.get(words) ?? false;
    });
    unknown = [...asked];
    const names = unknown.length === 0 ? [] : await namesAmong(deps, unknown);
    unknown.forEach((words) => known.set(words, names.includes(words)));
    round += 1;
  } while (unknown.length > 0 && round < rounds);
  return read;
}

/** The phrases whose words are part of a resort's name, brand or place. */
const namesAmong = (
  { database, catalogue }: Pick<Deps, 'database' | 'catalogue'>,
  phrases: string[],
): Promise<string[]> =>
  catalogue.through(`names ${JSON.stringify(phrases)}`, async () => {
    readsWords();
    const rows = await database.read<{ words: string }>(Prisma.sql`
      SELECT words
      FROM unnest(${phrases}::text[]) AS words, phraseto_tsquery('tideweek', search_fold(words)) AS query
      WHERE numnode(query) > 1 AND EXISTS (SELECT FROM resorts WHERE search_vector @@ query)`);
    return rows.map(({ words }) => words);
  });
