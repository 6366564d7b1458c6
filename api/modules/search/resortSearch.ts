import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { readSince } from '#api/platform/database/readSince.ts';
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
  text?: string | null | undefined;
  filter?: ResortFilterInput | null | undefined;
  bounds?: MapBounds | null | undefined;
  updatedSince?: Date | null | undefined;
}

/**
 * A search: its words, and the filter with the conditions from phrases of the text and from
 * `updatedSince`.
 */
export interface ResortSearch {
  text: string;
  filter: Narrowing;
}

export interface ReadSearch extends ResortSearch, Pick<SearchText, 'readAs' | 'order'> {}

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
    // A search for the soonest week implies a week.
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

/** The conditions of a search on a row of `resorts`. Requires the CTE `asked` with its words. */
export const searchConditions = (
  { text, filter }: ResortSearch,
  purpose?: 'page' | 'count',
): Prisma.Sql[] => [
  ...(text === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`]),
  ...filterSql(filter, purpose),
];

export const askedTable = (deps: Pick<Deps, 'catalogue'>, text: string): Prisma.Sql =>
  text === ''
    ? Prisma.sql`asked AS (SELECT)`
    : Prisma.sql`asked AS MATERIALIZED (${askedSql(text, rememberedWords(deps, text))})`;

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

export const searchKey = ({ text, filter }: ResortSearch): string =>
  `${text === '' ? 'all' : text} ${filterKey(filter)}`;

export const countKey = (search: ResortSearch): string => `count ${searchKey(search)}`;
