import type { Deps } from '../../context/context.ts';
import { Prisma, type Resort } from '../../generated/prisma/client.ts';
import { readsEverything } from '../../platform/reads.ts';
import { selectList, type ResortColumn } from '../search/resortRows.ts';

/** The fields that similarity is based on. */
type Likeness = Pick<Resort, 'id' | 'destination' | 'brand' | 'priceMin'>;

/** Maximum number of resorts returned, and of candidates read of each kind. */
const shown = 4;
const looked = 24;

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
  readsEverything();
  const rows = await database.read<Row>(
    similarSql(
      {
        id: Prisma.sql`${resort.id}::uuid`,
        destination: Prisma.sql`${resort.destination}`,
        brand: Prisma.sql`${resort.brand}`,
        priceMin: Prisma.sql`${resort.priceMin}`,
      },
      selectList(columns),
    ),
  );
  // pg returns a numeric as a string.
  return rows.map((row) => ({ ...row, rating: new Prisma.Decimal(row.rating.toString()) }));
}

/** The statement, for a resort of these expressions. */
export function similarSql(
  resort: Readonly<Record<keyof Likeness, Prisma.Sql>>,
  columns: Prisma.Sql,
): Prisma.Sql {
  const limit = Prisma.raw(String(looked));
  const key = Prisma.sql`id, rating, review_count, price_min`;
  return Prisma.sql`
    WITH alike AS (
      (SELECT 1 AS kind, ${key} FROM resorts WHERE destination = ${resort.destination}
       ORDER BY rating DESC, review_count DESC, id DESC LIMIT ${limit})
      UNION ALL
      (SELECT 2, ${key} FROM resorts WHERE brand = ${resort.brand} ORDER BY id LIMIT ${limit})
      UNION ALL
      (SELECT 3, ${key} FROM resorts WHERE price_min >= ${resort.priceMin} ORDER BY price_min, id LIMIT ${limit})
      UNION ALL
      (SELECT 3, ${key} FROM resorts WHERE price_min < ${resort.priceMin} ORDER BY price_min DESC, id DESC LIMIT ${limit})
    ), once AS (
      SELECT DISTINCT ON (id) * FROM alike WHERE id <> ${resort.id} ORDER BY id, kind
    ), best AS (
      SELECT id, row_number() OVER (ORDER BY kind,
               CASE kind WHEN 3 THEN abs(price_min - ${resort.priceMin}) ELSE 0 END,
               rating DESC, review_count DESC, id DESC) AS place
      FROM once ORDER BY place LIMIT ${Prisma.raw(String(shown))}
    )
    SELECT ${columns} FROM best JOIN resorts USING (id) ORDER BY place`;
}
