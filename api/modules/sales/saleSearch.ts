import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { meaningOf, type Phrase } from '../phrases/readPhrases.ts';
import { withNested } from '../search/nestedPlaces.ts';
import { allOf } from '../search/resortFilter.ts';
import { readText } from '../search/resortText.ts';
import { readsStays } from '../search/searchReads.ts';
import { readSearchText, type SearchText } from '../search/searchText.ts';
import {
  readSaleFilter,
  saleConditions,
  type SaleFilterInput,
  type SaleNarrowing,
} from './saleFilter.ts';
import { wantedFacts } from './wantedFacts.ts';

export interface SaleSearchInput {
  text?: string | null | undefined;
  filter?: SaleFilterInput | null | undefined;
}

/** A search: its words, and the filter with the conditions from phrases in the text. */
export interface SaleSearch {
  text: string;
  filter: SaleNarrowing;
}

export interface ReadSaleSearch extends SaleSearch, Pick<SearchText, 'readAs' | 'order'> {
  phrases: readonly Phrase[];
}

export async function readSaleSearch(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SaleSearchInput,
): Promise<ReadSaleSearch> {
  const typed = readText(query.text);
  const filter = await withNested(deps, readSaleFilter(query.filter));
  const { query: text, phrases, readAs, order } = await readSearchText(deps, typed);
  return { text, filter: withPhrases(filter, phrases), phrases, readAs, order };
}

/** A filter with the conditions of these phrases instead of earlier phrases. */
export function withPhrases(
  { asked: _, ...filter }: SaleNarrowing,
  phrases: readonly Phrase[],
): SaleNarrowing {
  const asked = wantedFacts(meaningOf(phrases));
  return { ...filter, ...(asked && { asked }) };
}

/** FROM and WHERE of a search. Requires the CTE `asked` with its words. */
export const fromSales = ({ text, filter }: SaleSearch): Prisma.Sql => Prisma.sql`
  FROM listings JOIN resorts ON resorts.id = listings.resort_id
  WHERE ${allOf([
    ...saleConditions(filter),
    ...(text === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`]),
  ])}`;

export function readsSales({ text, filter: { destinations, brands, asked } }: SaleSearch): void {
  const { minRating } = asked ?? {};
  readsStays({
    text,
    filter: {
      ...(destinations && { destinations }),
      ...(brands && { brands }),
      ...(minRating !== undefined && { asked: { minRating } }),
    },
  });
}

export const saleKey = ({ text, filter }: SaleSearch): string =>
  `${text === '' ? 'all' : text} ${JSON.stringify(filter)}`;
