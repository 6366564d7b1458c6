import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { readsWords } from './resortText.ts';
import { isPlace, placesQuery } from './resortFilter.ts';
import { states } from './words/tables.ts';
import { fold, placeKey, places } from './words/vocabulary.ts';

/** A destination, and the keys of all places that contain every resort of it. */
interface Nested {
  destination: string;
  keys: string[];
}

type Reader = Pick<Deps, 'database' | 'catalogue'>;

const readNested = ({ database, catalogue }: Reader): Promise<Nested[]> =>
  catalogue.through('nested destinations', () => {
    readsWords();
    return database.read<Nested>(Prisma.sql`
      WITH towns AS MATERIALIZED (SELECT DISTINCT destination, region, country FROM resorts),
      sizes AS (SELECT destination, count(*) AS size FROM towns GROUP BY destination),
      shared AS (
        SELECT destination, substr(place, 2) AS key, count(*) AS size
        FROM towns, unnest(tsvector_to_array(
               resort_places(NULL, NULL, region, country, destination, NULL, NULL))) AS place
        GROUP BY destination, place)
      SELECT destination, array_agg(key ORDER BY key) AS keys
      FROM shared JOIN sizes USING (destination, size) GROUP BY destination ORDER BY destination`);
  });

/**
 * Adds the destinations inside the filter's destinations: Aruba is in the Caribbean. A name that is
 * no destination is read as a place name, like a word of a text: "Maui".
 */
export async function withNested<Filter extends { destinations?: readonly string[] }>(
  deps: Reader,
  filter: Filter,
): Promise<Filter> {
  if (!filter.destinations) {
    return filter;
  }
  const nested = await readNested(deps);
  const names = filter.destinations.flatMap((asked) => {
    // Only keys begin with '@'.
    const name = asked.replace(/^@+/, '');
    const inside = nested.filter(({ keys }) => keys.includes(placeKey(name)));
    return nested.some(({ destination }) => destination === name)
      ? [name, ...inside.map(({ destination }) => destination)]
      : [name, ...keysOf(name)];
  });
  return { ...filter, destinations: [...new Set(names)].sort() };
}

function keysOf(name: string): string[] {
  const word = fold(name);
  const key = placeKey(Object.hasOwn(states, word) ? (states[word] ?? '') : name);
  return [...new Set([key, ...(places.get(key)?.keys ?? [])])]
    .filter(Boolean)
    .map((of) => `@${of}`);
}

/**
 * SELECTs of `value` and `found` for chosen places that are no destinations, from the hits in a
 * table.
 */
export const countsOfPlaces = (
  table: Prisma.Sql,
  { destinations = [] }: { destinations?: readonly string[] },
): Prisma.Sql[] =>
  destinations
    .filter((name) => !isPlace(name) && keysOf(name).every((key) => destinations.includes(key)))
    .map(
      (name) => Prisma.sql`
        SELECT ${name}::text, count(*) FROM ${table} JOIN resorts USING (id)
        WHERE resorts.search_vector @@ ${placesQuery(keysOf(name))}::text::tsquery
        HAVING count(*) > 0`,
    );

interface Counted {
  value: string;
  found: string;
  is_part: boolean;
}

/** Counts of destinations, each including the destinations inside it. */
export async function withCountsOfNested<Row extends Counted>(
  deps: Reader,
  rows: readonly Row[],
): Promise<Row[]> {
  const nested = await readNested(deps);
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const around = nested.find(({ destination }) => destination === row.value)?.keys ?? [];
    const places = nested.filter(({ destination }) => around.includes(placeKey(destination)));
    for (const value of new Set([row.value, ...places.map(({ destination }) => destination)])) {
      const { found = '0', is_part = false } = sums.get(value) ?? {};
      const sum = String(Number(found) + Number(row.found));
      sums.set(value, { ...row, value, found: sum, is_part: is_part || row.is_part });
    }
  }
  return [...sums.values()];
}
