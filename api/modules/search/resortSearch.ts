import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/cappedCount.ts';
import { readSince } from '#api/platform/readSince.ts';
import { meaningOf } from '../phrases/readPhrases.ts';
import {
  allOf,
  filterKey,
  filterSql,
  readFilter,
  type Narrowing,
  type ResortFilterInput,
} from './resortFilter.ts';
import { checkBounds, type MapBounds } from './mapBounds.ts';
import { withNested } from './nestedPlaces.ts';
import { askedSql, readText, rememberedWords } from './resortText.ts';
import { readsHits } from './searchReads.ts';
import { readSearchText, type SearchText } from './searchText.ts';

/** From this many hits on, walking the order fills a page sooner than sorting the hits. */
export const manyHits = 3_000;

export interface SearchInput {
  /** Search text; blank finds everything. */
  text?: string | null | undefined;
  filter?: ResortFilterInput | null | undefined;
  /** Only resorts on this part of the map. */
  bounds?: MapBounds | null | undefined;
  /** Only resorts changed at this instant or later. */
  updatedSince?: Date | null | undefined;
}

/**
 * A search: the words, and the filter with what the phrases of the text ask and the instant of the
 * oldest change.
 */
export interface ResortSearch {
  /** A tsquery; empty if no words are searched for. */
  text: string;
  filter: Narrowing;
}

/** A search with what else its text says. */
export interface ReadSearch extends ResortSearch, Pick<SearchText, 'readAs' | 'order'> {}

/** @throws {InvalidInputError} naming query, bounds, updatedSince or a filter */
export async function readSearch(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput,
): Promise<ReadSearch> {
  const typed = readText(query.text);
  if (query.bounds) {
    checkBounds(query.bounds);
  }
  const filter = await withNested(deps, readFilter(query.filter));
  const updatedSince = readSince(query.updatedSince)?.toISOString();
  const { query: text, phrases, readAs, order } = await readSearchText(deps, typed);
  const asked = phrases.length === 0 ? undefined : meaningOf(phrases);
  return {
    text,
    // Who asks for the soonest week asks for a week.
    filter: {
      ...filter,
      ...(order === 'EARLIEST' && { hasStay: true }),
      asked,
      bounds: query.bounds ?? undefined,
      updatedSince,
    },
    readAs,
    order,
  };
}

/** The conditions of a search on a row of `resorts`. Require the CTE `asked` of its words. */
export const searchConditions = (
  { text, filter }: ResortSearch,
  purpose?: 'page' | 'count',
): Prisma.Sql[] => [
  ...(text === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`]),
  ...filterSql(filter, purpose),
];

/** The CTE `asked` of a search: how its words are read. */
export const askedTable = (deps: Pick<Deps, 'catalogue'>, text: string): Prisma.Sql =>
  text === ''
    ? Prisma.sql`asked AS (SELECT)`
    : Prisma.sql`asked AS MATERIALIZED (${askedSql(text, rememberedWords(deps, text))})`;

/** How many resorts a search finds, up to the cap. */
export async function countResorts(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  search: ResortSearch,
): Promise<CappedCount> {
  return deps.catalogue.through(countKey(search), async () => {
    readsHits(search);
    const rows = await deps.database.read<{ found: string }>(Prisma.sql`
      WITH ${askedTable(deps, search.text)}
      SELECT count(*) AS found
      FROM (SELECT 1 FROM resorts WHERE ${allOf(searchConditions(search, 'count'))}
            LIMIT ${countCap + 1}) AS hits`);
    return capped(Number(rows[0]?.found ?? 0));
  });
}

/** Cache key, equal for equivalent searches. */
export const searchKey = ({ text, filter }: ResortSearch): string =>
  `${text === '' ? 'all' : text} ${filterKey(filter)}`;

/** Cache key of the number of resorts a search finds. */
export const countKey = (search: ResortSearch): string => `count ${searchKey(search)}`;
