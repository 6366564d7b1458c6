import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { columnName, type Keyset } from '#api/platform/database/keyset.ts';

interface Directory<Row, Node> {
  table: 'listings' | 'resorts' | 'users';
  /** An index has the columns of the order. */
  order: Pick<Keyset<string>, 'sql'> & {
    fields: readonly string[];
    pageOf: (page: PageRequest, rows: readonly Row[]) => Page<Row>;
  };
  matches: readonly Prisma.Sql[];
  columns: Prisma.Sql;
  /** The CTE that `matches` need. */
  asked?: Prisma.Sql;
  joined?: Prisma.Sql;
  nodeOf: (row: Row) => Node;
}

/**
 * One page of a list for administrators by keyset, with the capped count of the whole list, in one
 * statement. Up to `countCap` hits are sorted; with more hits, scanning the index of the order is
 * faster.
 * @throws {InvalidInputError} naming after or before
 */
export async function readDirectory<Row extends object, Node>(
  { database }: Pick<Deps, 'database'>,
  page: PageRequest,
  { table, order, matches, columns, asked, joined = Prisma.empty, nodeOf }: Directory<Row, Node>,
): Promise<Page<Node> & { count: CappedCount }> {
  const from = Prisma.raw(table);
  const key = [...new Set(['id', ...order.fields.map(columnName)])].join(', ');
  const { orderBy, beyond, take } = order.sql(page, table);
  const cap = Prisma.raw(String(countCap));
  const found = Prisma.join([Prisma.sql`TRUE`, ...matches], ' AND ');
  const rows = await database.read<Row & { id: string | null; found: number }>(
    Prisma.sql`
    WITH ${asked ? Prisma.sql`${asked},` : Prisma.empty}
    hits AS MATERIALIZED (
      SELECT ${Prisma.raw(key)} FROM ${from} WHERE ${found} LIMIT ${cap} + 1
    ),
    page AS (
      (SELECT id FROM hits AS ${from} WHERE (SELECT count(*) <= ${cap} FROM hits) AND ${beyond}
       ORDER BY ${orderBy} LIMIT ${take})
      UNION ALL
      (SELECT id FROM ${from}
       WHERE (SELECT count(*) > ${cap} FROM hits) AND ${found} AND ${beyond}
       ORDER BY ${orderBy} LIMIT ${take})
    )
    SELECT ${columns}, counted.found::int AS found
    FROM (SELECT count(*) AS found FROM hits) AS counted
    LEFT JOIN (page JOIN ${from} USING (id) ${joined}) ON TRUE
    ORDER BY ${orderBy}`,
    'each time',
  );
  // LEFT JOIN: no match is one all-null row.
  const whole = rows.filter(({ id }) => id !== null);
  const { edges, pageInfo } = order.pageOf(page, whole);
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node: nodeOf(node) })),
    pageInfo,
    count: capped(rows[0]?.found ?? 0),
  };
}
