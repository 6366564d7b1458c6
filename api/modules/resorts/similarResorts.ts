import type { Deps } from '#api/context/context.ts';
import { Prisma, type Resort } from '#api/generated/prisma/client.ts';
import type { Place } from '#api/platform/cache/changes.ts';
import { readsResorts, readsWhere } from '#api/platform/cache/reads.ts';
import { anyOf } from '../search/searchReads.ts';
import { selectList, type ResortColumn } from '../search/resortRows.ts';

type Likeness = Pick<Resort, 'id' | 'destination' | 'brand' | 'priceMin'>;

const shown = 4;
const looked = 24;

/** How two resorts are alike: same destination, same brand, or similar price. */
const kinds = { destination: 1, brand: 2, price: 3 };

interface Found {
  similar_id: string;
  kind: number;
  /** Difference of the prices; 0 for the other kinds. */
  distance: number;
  rating: { toString(): string };
}

const number = (value: number): Prisma.Sql => Prisma.raw(String(value));

/**
 * Up to four similar resorts: the best rated of the same destination first, then of the same brand,
 * then with about the same price. A few rows of each kind are read through an index, so the time
 * does not depend on the number of resorts.
 * @param columns Columns to read in addition to the sort key.
 */
export async function similarResorts<Row extends { rating: Prisma.Decimal }>(
  { database }: Pick<Deps, 'database'>,
  resort: Likeness,
  columns: readonly ResortColumn[],
): Promise<Row[]> {
  const limit = number(looked);
  const key = Prisma.sql`id, rating, review_count, price_min`;
  const rows = await database.read<Row & Found>(Prisma.sql`
    WITH alike AS (
      (SELECT ${number(kinds.destination)} AS kind, ${key} FROM resorts WHERE destination = ${resort.destination}
       ORDER BY rating DESC, review_count DESC, id DESC LIMIT ${limit})
      UNION ALL
      (SELECT ${number(kinds.brand)}, ${key} FROM resorts WHERE brand = ${resort.brand} ORDER BY id LIMIT ${limit})
      UNION ALL
      (SELECT ${number(kinds.price)}, ${key} FROM resorts WHERE price_min >= ${resort.priceMin} ORDER BY price_min, id LIMIT ${limit})
      UNION ALL
      (SELECT ${number(kinds.price)}, ${key} FROM resorts WHERE price_min < ${resort.priceMin} ORDER BY price_min DESC, id DESC LIMIT ${limit})
    ), once AS (
      SELECT DISTINCT ON (id) *, CASE kind WHEN ${number(kinds.price)} THEN abs(price_min - ${resort.priceMin}) ELSE 0 END AS distance
      FROM alike WHERE id <> ${resort.id}::uuid ORDER BY id, kind
    ), best AS (
      SELECT id AS similar_id, kind, distance,
             row_number() OVER (ORDER BY kind, distance, rating DESC, review_count DESC, id DESC) AS place
      FROM once ORDER BY place LIMIT ${number(shown)}
    )
    SELECT ${selectList(columns)}, similar_id, kind, distance
    FROM best JOIN resorts ON id = similar_id ORDER BY place`);
  readsSimilar(resort, rows);
  // pg returns a numeric as a string.
  return rows.map((row) => ({ ...row, rating: new Prisma.Decimal(row.rating.toString()) }));
}

/** Records that the answer depends on the resorts most similar to this one. */
function readsSimilar(resort: Likeness, found: readonly Found[]): void {
  readsResorts(found.map(({ similar_id }) => similar_id));
  const last = found.length < shown ? undefined : found.at(-1);
  const kindOf = (place: Place): number =>
    place.destination === resort.destination
      ? kinds.destination
      : place.brand === resort.brand
        ? kinds.brand
        : kinds.price;
  const distanceOf = ({ priceMin }: Place): number => Math.abs(priceMin - resort.priceMin);
  const rankOf = (place: Place): string => {
    const kind = kindOf(place);
    const distance = kind === kinds.price ? distanceOf(place) : 0;
    const isOfBrand = place.brand === resort.brand;
    return JSON.stringify([kind, isOfBrand, distance, place.rating, place.reviewCount]);
  };
  const mayBeAmong = (place: Place): boolean => {
    const kind = kindOf(place);
    return (
      !last ||
      kind < last.kind ||
      (kind === last.kind &&
        (kind === kinds.price
          ? distanceOf(place) <= last.distance
          : // Only some resorts of a large brand are read.
            kind === kinds.brand || place.rating >= Number(last.rating)))
    );
  };
  readsWhere(['place'], ({ places }) =>
    anyOf(places, ({ before, after }) => {
      const both = [before, after].filter((place) => place !== undefined);
      return both.some(mayBeAmong) && (both.length < 2 || new Set(both.map(rankOf)).size !== 1);
    }),
  );
}
