import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type Page,
  pageOf,
  type PageRequest,
} from '../../platform/cursors.ts';
import { capped, countCap, type CappedCount } from '../../platform/cappedCount.ts';
import { readHoliday } from './holidays.ts';
import {
  allOf,
  filterKey,
  filterSql,
  type Narrowing,
  readFilter,
  type ResortFilterInput,
} from './resortFilter.ts';
import { resortOrders, type ResortSort, type ResortSortKey } from './resortOrder.ts';
import {
  askedSql,
  corrected,
  readText,
  rememberedWords,
  rememberWords,
  wordsOf,
  type AskedWords,
} from './resortText.ts';
import { latestToday } from '../../platform/days.ts';

export interface ResortQuery {
  /** Search text; blank finds everything. */
  text?: string | null | undefined;
  filter?: ResortFilterInput | null | undefined;
  sort: ResortSort;
}

export type ResortColumn = keyof typeof Prisma.ResortScalarFieldEnum;

/**
 * What to read of each resort: columns, which the statement that finds the page returns, or more
 * than columns, read by a Prisma query.
 */
export type ResortSelection<Row> =
  | { columns: readonly ResortColumn[] }
  | {
      read: (asked: Pick<Prisma.ResortFindManyArgs, 'where'>) => Promise<Row[]>;
    };

export interface ResortPage<Row> extends Page<Row> {
  /** The words that the text was read as if typos were corrected; otherwise null. */
  readAs: string | null;
  count(): Promise<CappedCount>;
}

/**
 * One page of resorts by keyset pagination. The statement that finds the page returns the columns;
 * for more than columns it finds the ids, and `read` loads the rows.
 * @throws {InvalidInputError} naming query, after, before or a filter
 */
export async function findResorts<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: ResortQuery,
  page: PageRequest,
  selection: ResortSelection<Row>,
): Promise<ResortPage<Row>> {
  const { text, filter } = readSearch(query);
  const order = resortOrders[query.sort];

  let rows: Row[];
  let readAs: string | null = null;
  let found: CappedCount | undefined;
  if ('columns' in selection) {
    ({ rows, readAs, found } = await findRows<Row>(
      deps,
      text,
      filter,
      query.sort,
      page,
      selection.columns,
    ));
  } else {
    const keys = await findRows<ResortSortKey>(deps, text, filter, query.sort, page, []);
    ({ readAs, found } = keys);
    const ids = keys.rows.map((row) => row.id);
    const loaded = ids.length === 0 ? [] : await selection.read({ where: { id: { in: ids } } });
    const byId = new Map(loaded.map((row) => [row.id, row]));
    // A resort deleted between the two statements is left out.
    rows = ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    ...pageOf(page, rows, (row) => encodeCursor(query.sort, order.key(row))),
    readAs,
    count: async () => found ?? countResorts(deps, text, filter),
  };
}

/** A search: the words, and the filter with the nights of a holiday named in the text. */
export interface ResortSearch {
  text: string;
  filter: Narrowing;
}

/** @throws {InvalidInputError} naming query or a filter */
export function readSearch(query: Pick<ResortQuery, 'text' | 'filter'>): ResortSearch {
  const { rest: text, nights } = readHoliday(readText(query.text), latestToday());
  return { text, filter: { ...readFilter(query.filter), oneOfNights: nights } };
}

/** The conditions of a search on a row of `resorts`. Require the CTE `asked` of its words. */
export const searchConditions = ({ text, filter }: ResortSearch): Prisma.Sql[] => [
  ...(text === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`]),
  ...filterSql(filter),
];

/** The CTE `asked` of a search: how its words are read. */
export const askedTable = (deps: Pick<Deps, 'catalogue'>, text: string): Prisma.Sql =>
  text === ''
    ? Prisma.sql`asked AS (SELECT)`
    : Prisma.sql`asked AS MATERIALIZED (${askedSql(text, rememberedWords(deps, text))})`;

/** Where clause of one resort, by its id or its slug; undefined if it can be neither. */
export function resortWhere(idOrSlug: string): Prisma.ResortWhereUniqueInput | undefined {
  if (z.uuid().safeParse(idOrSlug).success) {
    return { id: idOrSlug };
  }
  return /^[a-z0-9-]{1,120}$/.test(idOrSlug) ? { slug: idOrSlug } : undefined;
}

/** A number in the SQL text, so that PostgreSQL knows it when it plans the statement. */
const literal = (value: number): Prisma.Sql => Prisma.raw(String(value));

interface FoundRows<Row> {
  rows: Row[];
  readAs: string | null;
  found: CappedCount | undefined;
}

/** From this many hits on, walking the order fills a page sooner than sorting the hits. */
const manyHits = 3_000;

/** Rows of the order read for each row of a page, before the hits are sorted instead. */
const longestWalk = 400;

/** If a page is full and at least this many hits are estimated, the count exceeds the cap. */
const surelyCapped = 20 * countCap;

export const isResortColumn = (name: string): name is ResortColumn =>
  name in Prisma.ResortScalarFieldEnum;

const resortColumns = Object.keys(Prisma.ResortScalarFieldEnum).filter(isResortColumn);

const sortKey: readonly ResortColumn[] = ['id', 'priceMin', 'rating', 'reviewCount'];

/** SQL for the columns and the sort key, under their Prisma names. */
export const selectList = (columns: readonly ResortColumn[]): Prisma.Sql =>
  Prisma.raw(
    resortColumns
      .filter((column) => sortKey.includes(column) || columns.includes(column))
      .map((column) => {
        const name = column.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
        return `resorts.${name} AS "${column}"`;
      })
      .join(', '),
  );

/** A row as Prisma returns it: numeric as Decimal (pg: string), without other columns. */
export function asRow<Row extends ResortSortKey>(found: Row): Row {
  const row = Object.fromEntries(Object.entries(found).filter(([name]) => isResortColumn(name)));
  return { ...(row as Row), rating: new Prisma.Decimal(found.rating.toString()) };
}

/**
 * The rows of one page, and one row more if there are more.
 *
 * A text may match one resort or most of them, so the statement decides by the planner's estimate.
 * Few hits are read and sorted. For many, the index of the order is walked until the page is full;
 * if that reads too many rows, the hits are sorted instead. The count is cached, so that the next
 * page of the same search does not count again.
 */
async function findRows<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  text: string,
  filter: Narrowing,
  sort: ResortSort,
  page: PageRequest,
  columns: readonly ResortColumn[],
): Promise<FoundRows<Row>> {
  const order = resortOrders[sort];
  const forward = page.direction === 'forward';
  const descending = (order.direction === 'desc') === forward;
  const selected = selectList(columns);
  const sortColumns = Prisma.join(order.columns.map((column) => column.sql));
  const sorted = Prisma.join(
    order.columns.map((column) =>
      descending ? Prisma.sql`${column.sql} DESC` : Prisma.sql`${column.sql} ASC`,
    ),
  );
  const values =
    page.from !== undefined
      ? decodeCursor(sort, page.from, forward ? 'after' : 'before', order.check)
      : undefined;
  const beyond = values
    ? Prisma.sql`(${sortColumns}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${Prisma.join(
        order.columns.map((column, index) => Prisma.sql`${values[index]}::text::${column.type}`),
      )})`
    : Prisma.sql`TRUE`;
  const filters = filterSql(filter);
  const rows = page.size + 1;
  const take = literal(rows);

  const known = deps.catalogue.peek(countKey(text, filter)) as CappedCount | undefined;

  if (text === '') {
    const isStart = page.from === undefined;
    const counted = Prisma.sql`
      (SELECT count(*) FROM
        (SELECT FROM resorts WHERE ${allOf(filters)} LIMIT ${literal(countCap + 1)}) AS counted)`;
    const answer = await deps.database.read<Row & { search_found: string | null }>(Prisma.sql`
      SELECT ${selected}, ${isStart && !known ? counted : Prisma.sql`NULL::bigint`} AS search_found
      FROM resorts
      WHERE ${allOf([...filters, beyond])}
      ORDER BY ${sorted} LIMIT ${take}`);
    const found = known ?? (isStart ? capped(Number(answer[0]?.search_found ?? 0)) : undefined);
    if (found && !known) {
      await deps.catalogue.through(countKey(text, filter), () => Promise.resolve(found));
    }
    return { rows: answer.map(asRow), readAs: null, found };
  }

  const understood = rememberedWords(deps, text);
  const matches = allOf(searchConditions({ text, filter }));
  const found = Prisma.sql`
    CASE WHEN (SELECT count(*) < ${take} FROM walked)
         THEN (SELECT count(*) FROM hits)
         WHEN ${filters.length === 0} AND estimate >= ${literal(surelyCapped)}
         THEN estimate
         ELSE (SELECT count(*) FROM
                (SELECT FROM resorts WHERE ${matches} LIMIT ${literal(countCap + 1)}) AS counted)
    END`;
  const answer = await deps.database.read<
    Row & {
      id: string | null;
      search_query: string | null;
      search_read_as: string | null;
      search_estimate: number | null;
      search_found: string | null;
    }
  >(Prisma.sql`
    WITH asked AS MATERIALIZED (${askedSql(text, understood)}),
    walked AS MATERIALIZED (
      SELECT ${sortColumns}
      FROM (
        SELECT * FROM resorts
        WHERE (SELECT estimate >= ${literal(manyHits)} FROM asked) AND ${beyond}
        ORDER BY ${sorted} LIMIT ${literal(rows * longestWalk)}
      ) AS next
      WHERE ${matches} ORDER BY ${sorted} LIMIT ${take}
    ),
    hits AS MATERIALIZED (
      SELECT id, price_min, rating, review_count FROM resorts
      WHERE (SELECT count(*) < ${take} FROM walked) AND ${matches}
    ),
    page AS (
      (SELECT id FROM walked WHERE (SELECT count(*) = ${take} FROM walked))
      UNION ALL
      (SELECT id FROM hits WHERE ${beyond} ORDER BY ${sorted} LIMIT ${take})
    )
    SELECT ${selected}, query::text AS search_query, read_as AS search_read_as,
           estimate AS search_estimate, ${known ? Prisma.sql`NULL::bigint` : found} AS search_found
    FROM asked LEFT JOIN (page JOIN resorts USING (id)) ON TRUE
    ORDER BY ${sorted}`);
  const [first] = answer;
  const asked: AskedWords = understood ?? {
    query: first?.search_query ?? null,
    readAs: first?.search_read_as ?? null,
    estimate: first?.search_estimate ?? 0,
  };
  if (!understood) {
    await rememberWords(deps, text, asked);
  }
  const counted = known ?? capped(Number(first?.search_found ?? 0));
  if (!known) {
    await deps.catalogue.through(countKey(text, filter), () => Promise.resolve(counted));
  }
  return {
    // LEFT JOIN: no match is one all-null row.
    rows: first?.id === null ? [] : answer.map(asRow),
    readAs: corrected(text, asked.readAs),
    found: counted,
  };
}

/** How many resorts a search finds, up to the cap. */
async function countResorts(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  text: string,
  filter: Narrowing,
): Promise<CappedCount> {
  return deps.catalogue.through(countKey(text, filter), async () => {
    const rows = await deps.database.read<{ found: string }>(Prisma.sql`
      WITH ${askedTable(deps, text)}
      SELECT count(*) AS found
      FROM (SELECT 1 FROM resorts WHERE ${allOf(searchConditions({ text, filter }))}
            LIMIT ${countCap + 1}) AS hits`);
    return capped(Number(rows[0]?.found ?? 0));
  });
}

/**
 * Cache key, equal for equivalent searches. A text of punctuation alone finds nothing, a blank text
 * everything.
 */
export const searchKey = ({ text, filter }: ResortSearch): string =>
  `${text === '' ? 'all' : `"${wordsOf(text)}"`} ${filterKey(filter)}`;

const countKey = (text: string, filter: Narrowing): string =>
  `count ${searchKey({ text, filter })}`;
