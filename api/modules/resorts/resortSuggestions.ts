import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { readsWords, readText, wordsOf } from '../search/resortText.ts';
import type { ResortSortKey } from '../search/resortOrder.ts';
import { findResorts, type ResortSelection } from './resorts.ts';

export type PlaceKind = 'DESTINATION' | 'REGION' | 'TOWN';

export interface SuggestedPlace {
  kind: PlaceKind;
  name: string;
}

export interface ResortSuggestions<Row> {
  resorts: Row[];
  places: SuggestedPlace[];
  brands: string[];
}

const mostOfAKind = 10;

const placeKinds: Record<string, PlaceKind> = {
  destination: 'DESTINATION',
  region: 'REGION',
  city: 'TOWN',
};

/**
 * Suggests resorts, places and brands for the text typed so far, at most `first` of each. Words may
 * be incomplete.
 * @throws {InvalidInputError} naming text or first
 */
export async function suggestResorts<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  { text, first }: { text: string; first: number },
  selection: ResortSelection<Row>,
): Promise<ResortSuggestions<Row>> {
  if (first < 1 || first > mostOfAKind) {
    throw new InvalidInputError('first', `first must be 1 to ${mostOfAKind}`);
  }
  const typed = readText(text, 'text');
  if (wordsOf(typed) === '') {
    return { resorts: [], places: [], brands: [] };
  }
  const found = await findResorts<Row>(
    deps,
    { text: typed, sort: 'MOST_REVIEWS' },
    { size: first, direction: 'forward', from: undefined },
    selection,
  );
  const named = await namesLike(deps, [typed, found.readAs ?? typed].map(wordsOf));
  const places = new Map<string, SuggestedPlace>();
  for (const { kind, name } of named) {
    const placeKind = placeKinds[kind];
    // Aruba is a destination, a region and a country; it is suggested once.
    if (placeKind && !places.has(name)) {
      places.set(name, { kind: placeKind, name });
    }
  }
  const brands = named.filter(({ kind }) => kind === 'brand').map(({ name }) => name);
  return {
    resorts: found.edges.map(({ node }) => node),
    places: [...places.values()].slice(0, first),
    brands: [...new Set(brands)].slice(0, first),
  };
}

interface Named {
  kind: string;
  name: string;
}

/** Names with a word that begins with one of the texts, and brands with such an alias. */
function namesLike({ database }: Pick<Deps, 'database'>, words: string[]): Promise<Named[]> {
  readsWords();
  return database.read<Named>(Prisma.sql`
    WITH typed AS (SELECT search_fold(word) AS word FROM unnest(${words}::text[]) AS word),
    named AS (
      SELECT kind, name, bool_or(folded LIKE ' ' || word || '%') AS begins
      FROM typed JOIN search_places ON word <> '' AND folded LIKE '% ' || word || '%'
      GROUP BY kind, name
      UNION ALL
      SELECT 'brand', brand, TRUE FROM typed JOIN brand_aliases ON word <> '' AND alias::text LIKE word || '%'
    )
    SELECT kind, name FROM named
    WHERE CASE kind
            WHEN 'brand' THEN EXISTS (SELECT FROM resorts WHERE brand = named.name)
            WHEN 'destination' THEN EXISTS (SELECT FROM resorts WHERE destination = named.name)
            WHEN 'region' THEN EXISTS (SELECT FROM resorts WHERE region = named.name)
            ELSE EXISTS (SELECT FROM resorts WHERE city = named.name)
          END
    ORDER BY begins DESC, array_position(ARRAY['destination', 'city', 'region', 'brand'], kind), name
    LIMIT 60`);
}
