import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { readsWords } from './resortText.ts';
import { placeKey } from './words/vocabulary.ts';

/** A destination, and the keys of all places that contain each of its resorts. */
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

/** A filter whose destinations include those that lie in them: Aruba is in the Caribbean. */
export async function withNested<Filter extends { destinations?: readonly string[] }>(
  deps: Reader,
  filter: Filter,
): Promise<Filter> {
  if (!filter.destinations) {
    return filter;
  }
  const keys = new Set(filter.destinations.map(placeKey));
  const inside = (await readNested(deps)).filter((nested) =>
    nested.keys.some((key) => keys.has(key)),
  );
  const names = [...filter.destinations, ...inside.map(({ destination }) => destination)];
  return { ...filter, destinations: [...new Set(names)].sort() };
}

interface Counted {
  value: string;
  found: string;
  is_part: boolean;
}

/** Counts of destinations, each with those of the destinations that lie in it. */
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
