import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '../../platform/cappedCount.ts';
import { decodeCursor, type CursorValue, type PageRequest } from '../../platform/cursors.ts';
import { readsOf, readsResorts } from '../../platform/reads.ts';
import type { SqlPage } from '../../platform/sqlPage.ts';
import {
  allOf,
  filterSql,
  narrowsMoreThanNames,
  priceTiers,
  resortConditions,
  stayConditions,
  unplanned,
  wordsOfNames,
  type Narrowing,
} from './resortFilter.ts';
import { readsHits, readsPage, readsStays } from './searchReads.ts';
import { resortOrders, type ResortSort, type ResortSortKey } from './resortOrder.ts';
import {
  askedTable,
  countKey,
  readSearch,
  type ResortSearch,
  type SearchInput,
} from './resortSearch.ts';
import {
  askedSql,
  askedWordsSql,
  corrected,
  correctedSql,
  rememberedWords,
  rememberWords,
  type AskedWords,
} from './resortText.ts';
import { stayWishOf } from './stayWish.ts';
import {
  isStaySort,
  stayColumns,
  stayOrders,
  stayPageTable,
  type ResortListSort,
  type StayRow,
  type StaySort,
} from './stayPages.ts';

export type ResortColumn = keyof typeof Prisma.ResortScalarFieldEnum;

/** A value in the SQL text, so that PostgreSQL knows it when it plans the statement. */
const literal = (value: number | boolean): Prisma.Sql => Prisma.raw(String(value));

export interface RowQuery {
  search: ResortSearch;
  sort: ResortListSort;
  page: PageRequest;
  /** Columns to read in addition to the sort key. */
  columns: readonly ResortColumn[];
}

export interface FoundRow<Row> {
  row: Row;
  /** The place in the order, for cursors. */
  key: CursorValue[];
}

export interface FoundRows<Row> {
  rows: FoundRow<Row>[];
  /** The words that the text was read as if typos were corrected; otherwise null. */
  readAs: string | null;
  /** How many resorts the search finds; undefined if it was not counted. */
  found: CappedCount | undefined;
}

type RowDeps = Pick<Deps, 'database' | 'catalogue'>;

/** From this many hits on, the next zones fill a page sooner than all hits. */
const fewHits = 1_000;

/**
 * From this many hits on, walking the order fills a page sooner than the hits of a zone. A full page
 * of a search with so many exceeds the cap of the count.
 */
const mostHits = 20 * countCap;

/** Hits of the next zones that are read for each row of a page. */
const zoneHits = 30;

/** Rows of the order that are read for each row of a page, before and after the next hit is looked for. */
const shortWalk = 30;
const longestWalk = 60;

export const isResortColumn = (name: string): name is ResortColumn =>
  name in Prisma.ResortScalarFieldEnum;

const resortColumns = Object.keys(Prisma.ResortScalarFieldEnum).filter(isResortColumn);

const sortKey: readonly ResortColumn[] = ['id', 'priceMin', 'rating', 'reviewCount'];

/** The name in the database of a column of `resorts`. */
export const columnName = (column: ResortColumn): string =>
  column.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** SQL for the columns and the sort key, under their Prisma names. */
export const selectList = (columns: readonly ResortColumn[]): Prisma.Sql =>
  Prisma.raw(
    resortColumns
      .filter((column) => sortKey.includes(column) || columns.includes(column))
      .map((column) => `resorts.${columnName(column)} AS "${column}"`)
      .join(', '),
  );

/** A row as Prisma returns it: numeric as Decimal (pg: string), without other columns. */
export function asRow<Row extends ResortSortKey>(found: Row): Row {
  const row = Object.fromEntries(Object.entries(found).filter(([name]) => isResortColumn(name)));
  return { ...(row as Row), rating: new Prisma.Decimal(found.rating.toString()) };
}

/**
 * The rows of one page, and one row more if there are more. The count is cached, so that the next
 * page of the same search does not count again.
 * @throws {InvalidInputError} naming after or before
 */
export async function findRows<Row extends ResortSortKey>(
  deps: RowDeps,
  query: RowQuery,
): Promise<FoundRows<Row>> {
  const { sort } = query;
  if (isStaySort(sort)) {
    return rowsByStay(deps, { ...query, sort });
  }
  const key = countKey(query.search);
  const since = deps.catalogue.version();
  const known = deps.catalogue.peek(key) as CappedCount | undefined;
  const answer =
    (hasWords(query.search)
      ? await searchWords<Row>(deps, { ...query, sort }, known)
      : undefined) ?? (await browse<Row>(deps, { ...query, sort }, known));
  if (answer.found && !known) {
    rememberCount(deps, query.search, answer.found, since);
  }
  readsKeys(
    query.search,
    sort,
    query.page,
    answer.rows.map((row) => row.key),
  );
  return answer;
}

/** @param since the version of the catalogue before they were counted */
function rememberCount(
  { catalogue }: RowDeps,
  search: ResortSearch,
  found: CappedCount,
  since: number,
): void {
  catalogue.keep(
    countKey(search),
    found,
    readsOf(() => readsHits(search)),
    since,
  );
}

/** Says which rows a page was read from. @param keys of the rows as read, with one row more */
function readsKeys(
  search: ResortSearch,
  sort: ResortSort,
  { size, from, direction }: PageRequest,
  keys: readonly (readonly CursorValue[])[],
): void {
  readsResorts(keys.slice(0, size).map((key) => String(key.at(-1))));
  const isForward = direction === 'forward';
  const beside =
    from === undefined
      ? undefined
      : decodeCursor(sort, from, isForward ? 'after' : 'before', resortOrders[sort].check);
  const last = keys.length > size ? keys.at(-1) : undefined;
  readsPage(search, sort, isForward ? { after: beside, last } : { last: beside });
}

/**
 * Whether a search is one for words. Resorts of a destination have indexes of their own, and free
 * nights are read in the order of the resorts.
 */
const hasWords = ({ text, filter }: ResortSearch): boolean =>
  text !== '' ||
  (Boolean(filter.amenities ?? filter.brands) &&
    wordsOfNames(filter) !== undefined &&
    stayConditions(filter).length === 0);

/** Everything that fits the filter, by the index of the order. Only the first page is counted. */
async function browse<Row extends ResortSortKey>(
  deps: RowDeps,
  { search, sort, page, columns }: RowQuery & { sort: ResortSort },
  known: CappedCount | undefined,
): Promise<FoundRows<Row>> {
  const { sorted, beyond, take } = pageSql(sort, page, search.filter);
  const filters = filterSql(search.filter);
  const isStart = page.from === undefined;
  const counted = countedSql(search);
  const rows = await deps.database.read<Row & { search_found: string | null }>(
    Prisma.sql`
    SELECT ${selectList(columns)},
           ${isStart && !known ? counted : Prisma.sql`NULL::bigint`} AS search_found
    FROM resorts
    WHERE ${allOf([...filters, beyond])}
    ORDER BY ${sorted} LIMIT ${take}`,
    plannedFor(search),
  );
  return {
    rows: withKeys(rows, sort),
    readAs: null,
    found: known ?? (isStart ? capped(Number(rows[0]?.search_found ?? 0)) : undefined),
  };
}

/** How many free nights there are in a place and time decides how they are read. */
const plannedFor = ({ filter }: ResortSearch): 'once' | 'each time' =>
  stayConditions(filter).length === 0 ? 'once' : 'each time';

const countedSql = ({ filter }: ResortSearch): Prisma.Sql => Prisma.sql`
  (SELECT count(*) FROM
    (SELECT FROM resorts WHERE ${allOf(filterSql(filter, 'count'))}
     LIMIT ${literal(countCap + 1)}) AS counted)`;

/**
 * The same page for a statement in which PostgreSQL writes the answer; undefined for a list in an
 * order of stays.
 * @param wanted `found` is the number of hits, `readAs` the corrected words
 * @throws {InvalidInputError} naming what `readSearch` and `findRows` name
 */
export async function resortPageSql(
  deps: RowDeps,
  query: SearchInput & { sort: ResortListSort },
  page: PageRequest,
  wanted: ReadonlySet<string>,
): Promise<SqlPage | undefined> {
  const { sort } = query;
  if (isStaySort(sort)) {
    return undefined;
  }
  const since = deps.catalogue.version();
  const search = await readSearch(deps, query);
  const isCounted = wanted.has('found');
  const known = isCounted
    ? (deps.catalogue.peek(countKey(search)) as CappedCount | undefined)
    : undefined;
  const { found, readAs, ...parts } = hasWords(search)
    ? hitsSql({ search, sort, page }, understoodWords(deps, search.text), isCounted && !known)
    : browsedSql(search, sort, page);
  return {
    ...parts,
    request: page,
    key: keyOf(sort),
    own: {
      readAs,
      ...(isCounted && {
        found: known ? Prisma.sql`${known.value + Number(known.isCapped)}::bigint` : found,
      }),
    },
    ofStays: stayWishOf(search.filter) !== undefined,
    reads({ keys, own }) {
      readsKeys(search, sort, page, keys);
      if (own.has('found')) readsHits(search);
    },
    remember({ found: count, asked, isWordless }) {
      if (isWordless) {
        throw new Error('The names in the filter have no words to look for');
      }
      if (isCounted && !known) rememberCount(deps, search, capped(Number(count)), since);
      if (asked) rememberWords(deps, search.text, asked as AskedWords, since);
    },
  };
}

type PageParts = Pick<SqlPage, 'with' | 'rows' | 'planned' | 'also'> & {
  found: Prisma.Sql;
  readAs: Prisma.Sql;
};

function browsedSql(search: ResortSearch, sort: ResortSort, page: PageRequest): PageParts {
  const { sorted, beyond, take } = pageSql(sort, page, search.filter);
  return {
    rows: Prisma.sql`
      SELECT * FROM resorts WHERE ${allOf([...filterSql(search.filter), beyond])}
      ORDER BY ${sorted} LIMIT ${take}`,
    found: countedSql(search),
    readAs: Prisma.sql`NULL::text`,
    planned: plannedFor(search),
  };
}

function hitsSql(
  asked: HitsQuery,
  understood: AskedWords | undefined,
  isCounted: boolean,
): PageParts {
  const { text } = asked.search;
  const { tables, found, sorted } = wordsSql(asked, understood, isCounted);
  return {
    with: tables,
    rows: Prisma.sql`SELECT resorts.* FROM page JOIN resorts USING (id) ORDER BY ${sorted}`,
    found: Prisma.sql`(SELECT ${found})`,
    readAs: understood
      ? Prisma.sql`${corrected(text, understood.readAs)}::text`
      : correctedSql(text),
    planned: 'once',
    also: {
      ...(!understood && { asked: askedWordsSql }),
      ...(text === '' && { isWordless: Prisma.sql`(SELECT numnode(query) = 0 FROM sought)` }),
    },
  };
}

const keyOf = (sort: ResortSort): SqlPage['key'] => ({
  order: sort,
  columns: resortOrders[sort].prisma.flatMap((part) => Object.keys(part)),
});

type HitsQuery = Pick<RowQuery, 'search' | 'page'> & { sort: ResortSort };

interface SearchedRow {
  search_query: string | null;
  search_read_as: string | null;
  search_estimate: number | null;
  search_found: string | null;
  search_is_empty: boolean | null;
}

/**
 * Words may match one resort or most of them, and their hits may be anywhere in the order. So the
 * statement tries what is cheap for the planner's estimate, until the page is full or all hits are
 * read:
 *
 * - few hits: read all;
 * - many hits: read those in the next zones of the order;
 * - most of the resorts: walk the order;
 * - if that reads too many rows: walk the order from the next zone with a hit;
 * - if that does as well: read all hits of one zone after the other.
 *
 * The names in the filter are words too. Undefined if there are no other words, and these are too
 * common to be looked for.
 */
async function searchWords<Row extends ResortSortKey>(
  deps: RowDeps,
  { search, sort, page, columns }: RowQuery & { sort: ResortSort },
  known: CappedCount | undefined,
): Promise<FoundRows<Row> | undefined> {
  const { text } = search;
  const since = deps.catalogue.version();
  const understood = understoodWords(deps, text);
  const isCounted = !known && (page.from === undefined || text !== '');
  const { tables, found, sorted } = wordsSql({ search, sort, page }, understood, isCounted);
  const rows = await deps.database.read<Row & SearchedRow & { id: string | null }>(Prisma.sql`
    WITH ${tables}
    SELECT ${selectList(columns)}, asked.query::text AS search_query,
           asked.read_as AS search_read_as, asked.estimate AS search_estimate,
           numnode(sought.query) = 0 AS search_is_empty,
           ${isCounted ? found : Prisma.sql`NULL::bigint`} AS search_found
    FROM asked CROSS JOIN sought LEFT JOIN (page JOIN resorts USING (id)) ON TRUE
    ORDER BY ${sorted}`);
  const [first] = rows;
  if (text === '' && first?.search_is_empty) {
    return undefined;
  }
  const asked: AskedWords = understood ?? {
    query: first?.search_query ?? null,
    readAs: first?.search_read_as ?? null,
    estimate: first?.search_estimate ?? 0,
  };
  if (!understood) {
    rememberWords(deps, text, asked, since);
  }
  return {
    // LEFT JOIN: no match is one all-null row.
    rows: first?.id === null ? [] : withKeys(rows, sort),
    readAs: corrected(text, asked.readAs),
    found: known ?? (isCounted ? capped(Number(first?.search_found ?? 0)) : undefined),
  };
}

/**
 * The CTEs `page`, the ids of the hits on a page in any order, `asked` and `sought`; and the number of
 * all hits, which needs them.
 */
function wordsSql(
  { search, sort, page }: HitsQuery,
  understood: AskedWords | undefined,
  isCounted: boolean,
): { tables: Prisma.Sql; found: Prisma.Sql; sorted: Prisma.Sql } {
  const { text, filter } = search;
  const names = wordsOfNames(filter);
  const isStart = page.from === undefined;
  const counts = isStart && isCounted;
  const isFiltered = narrowsMoreThanNames(filter);
  const order = pageSql(sort, page, filter);
  const { sortColumns, sorted, beyond, take } = order;
  const matches = allOf([
    Prisma.sql`search_vector @@ (SELECT query FROM sought)`,
    ...filterSql(filter, 'words'),
  ]);
  const oneMore = literal(countCap + 1);

  const estimate = Prisma.sql`(SELECT estimate FROM sought)`;
  const isFew = Prisma.sql`${estimate} < ${literal(fewHits)}`;
  const isMost = Prisma.sql`${estimate} >= ${literal(mostHits)}`;
  // A filter finds any number of the hits, which are counted anyway.
  const isMany = Prisma.sql`NOT ${isFew} AND ${counts && isFiltered ? Prisma.sql`TRUE` : Prisma.sql`NOT ${isMost}`}`;

  const near = counts ? (order.tier ?? order.ahead) : order.ahead;
  const enough = counts ? oneMore : literal((page.size + 1) * zoneHits);
  // OFFSET 0: the words would otherwise be looked up in their own index too, for each zone.
  const hitsOf = ({ words }: Zones): Prisma.Sql => Prisma.sql`
    SELECT ${sortColumns} FROM (SELECT * FROM resorts WHERE ${words} OFFSET 0) AS likely
    WHERE ${matches}`;
  const walk = (only: Prisma.Sql, rowsForEach: number): Prisma.Sql => Prisma.sql`
    SELECT ${sortColumns}
    FROM (SELECT * FROM resorts WHERE ${only} AND ${beyond} AND ${order.within}
          ORDER BY ${sorted} LIMIT ${literal((page.size + 1) * rowsForEach)}) AS next
    WHERE ${matches} ORDER BY ${sorted} LIMIT ${take}`;
  const everywhere = order.tier ?? order.whole;
  const counted = Prisma.sql`
    CASE WHEN ${isFew} THEN (SELECT count(*) FROM few)
         WHEN ${literal(isStart)} AND (SELECT count(*) < ${take} FROM page) THEN (SELECT count(*) FROM page)
         WHEN ${literal(counts)} AND ${isMany} THEN (SELECT count(*) FROM near)
         WHEN ${isMost} AND NOT ${literal(isFiltered)} THEN ${estimate}
         ELSE (SELECT count(*) FROM
                (SELECT FROM ${everywhere.table}, LATERAL (${hitsOf(everywhere)}) AS hit
                 LIMIT ${oneMore}) AS hits)
    END`;
  const tables = Prisma.sql`
    asked AS MATERIALIZED (${askedSql(text, understood)}),
    sought AS MATERIALIZED (${soughtSql(text, names)}),
    few AS MATERIALIZED (
      SELECT ${sortColumns} FROM resorts WHERE ${isFew} AND ${matches} LIMIT ${oneMore}
    ),
    near AS MATERIALIZED (
      SELECT zone, hit.* FROM ${near.table}, LATERAL (${hitsOf(near)}) AS hit
      WHERE ${isMany} LIMIT ${enough}
    ),
    whole AS MATERIALIZED (
      SELECT WHERE CASE WHEN ${isFew} THEN (SELECT count(*) < ${oneMore} FROM few)
                        WHEN ${isMany} THEN (SELECT count(*) < ${enough} FROM near) ELSE FALSE END
    ),
    sure AS MATERIALIZED (
      (SELECT ${sortColumns} FROM few
       WHERE EXISTS (SELECT FROM whole) AND ${beyond} ORDER BY ${sorted} LIMIT ${take})
      UNION ALL
      -- The last zone may have more hits.
      (SELECT ${sortColumns} FROM near
       WHERE (EXISTS (SELECT FROM whole) OR ${near.isBefore(Prisma.sql`SELECT zone FROM near`)})
         AND ${beyond}
       ORDER BY ${sorted} LIMIT ${take})
      UNION ALL
      (${walk(Prisma.sql`NOT ${isFew} AND NOT (${isMany})`, shortWalk)})
    ),
    further AS MATERIALIZED (
      SELECT WHERE NOT EXISTS (SELECT FROM whole) AND (SELECT count(*) < ${take} FROM sure)
    ),
    first AS MATERIALIZED (
      SELECT zone FROM ${order.ahead.table},
        LATERAL (SELECT FROM resorts WHERE ${order.ahead.words} LIMIT 1) AS hit
      WHERE EXISTS (SELECT FROM further) LIMIT 1
    ),
    walked AS MATERIALIZED (
      ${walk(order.from(Prisma.sql`(SELECT zone FROM first)`), longestWalk)}
    ),
    rest AS MATERIALIZED (
      SELECT hit.* FROM ${order.ahead.tableFrom(Prisma.sql`(SELECT zone FROM first)`)}, LATERAL (
        SELECT * FROM (${hitsOf(order.ahead)}) AS hits WHERE ${beyond} ORDER BY ${sorted} LIMIT ${take}
      ) AS hit
      WHERE EXISTS (SELECT FROM further) AND (SELECT count(*) < ${take} FROM walked) LIMIT ${take}
    ),
    page AS MATERIALIZED (
      SELECT id FROM sure WHERE NOT EXISTS (SELECT FROM further)
      UNION ALL SELECT id FROM walked WHERE (SELECT count(*) = ${take} FROM walked)
      UNION ALL SELECT id FROM rest
    )`;
  return { tables, found: counted, sorted };
}

const nothingAsked: AskedWords = { query: null, readAs: null, estimate: 0 };

const understoodWords = (deps: RowDeps, text: string): AskedWords | undefined =>
  text === '' ? nothingAsked : rememberedWords(deps, text);

/** SELECT of what to look for, the words of the text and of names, and the estimate of the hits. */
function soughtSql(text: string, names: Prisma.Sql | undefined): Prisma.Sql {
  return names === undefined
    ? Prisma.sql`SELECT query, estimate FROM asked`
    : Prisma.sql`
        SELECT query, resort_search_estimate(query)::float8 AS estimate
        FROM (SELECT ${text === '' ? names : Prisma.sql`query && ${names}`} AS query FROM asked) AS words`;
}

const withKeys = <Row extends ResortSortKey>(rows: Row[], sort: ResortSort): FoundRow<Row>[] =>
  rows.map(asRow).map((row) => ({ row, key: resortOrders[sort].key(row) }));

/** Resorts in the order of their first stays. They are counted only if asked. */
async function rowsByStay<Row extends ResortSortKey>(
  { database, catalogue }: RowDeps,
  { search, sort, page, columns }: RowQuery & { sort: StaySort },
): Promise<FoundRows<Row>> {
  const { table, sorted } = stayPageTable(search, sort, page, 'each resort');
  const readAs = search.text === '' ? Prisma.sql`NULL` : Prisma.sql`read_as`;
  const rows = await database.read<
    Row & StayRow & { id: string | null; search_read_as: string | null }
  >(Prisma.sql`
    WITH ${askedTable({ catalogue }, search.text)}, ${table}
    SELECT ${selectList(columns)}, ${stayColumns('found')}, ${readAs}::text AS search_read_as
    FROM asked LEFT JOIN (found JOIN resorts ON resorts.id = found.resort_id) ON TRUE
    ORDER BY ${sorted}`);
  const [first] = rows;
  readsStays(search);
  readsResorts(rows.flatMap(({ id }) => id ?? []));
  return {
    // LEFT JOIN: no match is one all-null row.
    rows:
      first?.id === null
        ? []
        : rows.map((row) => ({ row: asRow<Row>(row), key: stayOrders[sort].key(row) })),
    readAs: corrected(search.text, first?.search_read_as),
    found: undefined,
  };
}

/** Zones of an order in a row. */
interface Zones {
  /** A table of them, with the column `zone`. */
  table: Prisma.Sql;
  /** The same from one of them on; empty if that is null. */
  tableFrom: (zone: Prisma.Sql) => Prisma.Sql;
  /** The condition that a row is in the zone and has the words that are looked for, or seems to. */
  words: Prisma.Sql;
  /** The condition that a zone is before the last of those in a table. */
  isBefore: (table: Prisma.Sql) => Prisma.Sql;
}

function zonesSql(
  letter: string,
  from: Prisma.Sql,
  to: Prisma.Sql,
  direction: 'asc' | 'desc' | undefined,
): Zones {
  const tableFrom = (zone: Prisma.Sql): Prisma.Sql => Prisma.sql`generate_series(${zone},
    resort_zone(${to}), ${literal(direction === 'desc' ? -1 : 1)}) AS zone`;
  return {
    table: tableFrom(Prisma.sql`resort_zone(${from})`),
    tableFrom,
    words: Prisma.sql`
      resort_zone_words(search_vector, price_min, rating, review_count)
        @@ resort_zone_query((SELECT query FROM sought), ${Prisma.raw(`'${letter}'`)} || zone || '.')`,
    isBefore: (table) =>
      direction === undefined
        ? Prisma.sql`FALSE`
        : direction === 'desc'
          ? Prisma.sql`zone > (SELECT min(zone) FROM (${table}) AS zones)`
          : Prisma.sql`zone < (SELECT max(zone) FROM (${table}) AS zones)`,
  };
}

const extreme = (of: 'min' | 'max', column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT ${Prisma.raw(of)}(${column}) FROM resorts)`;

/**
 * The parts of a statement that reads one page by keyset, and one row more.
 * @throws {InvalidInputError} naming after or before
 */
function pageSql(sort: ResortSort, page: PageRequest, filter: Narrowing) {
  const order = resortOrders[sort];
  const forward = page.direction === 'forward';
  const descending = (order.direction === 'desc') === forward;
  const sortColumns = Prisma.join(order.columns.map((column) => column.sql));
  const values =
    page.from !== undefined
      ? decodeCursor(sort, page.from, forward ? 'after' : 'before', order.check)
      : undefined;
  const [{ sql: column, type }] = order.columns;
  const { letter, start } = order.zones;
  const tier = filter.priceTier ? priceTiers[filter.priceTier] : undefined;
  const isByPrice = letter === resortOrders.PRICE_LOW_TO_HIGH.zones.letter;
  const lowest = isByPrice && tier ? literal(tier.from) : extreme('min', column);
  const highest =
    isByPrice && tier?.below !== undefined ? literal(tier.below - 1) : extreme('max', column);
  const [nearest, farthest] = descending ? [highest, lowest] : [lowest, highest];
  const cursor = values && Prisma.sql`${values[0]}::text::${type}`;
  const zones = (from: Prisma.Sql): Zones =>
    zonesSql(letter, from, farthest, descending ? 'desc' : 'asc');
  return {
    sortColumns,
    sorted: Prisma.join(
      order.columns.map(({ sql }) =>
        descending ? Prisma.sql`${sql} DESC` : Prisma.sql`${sql} ASC`,
      ),
    ),
    /** The condition that a row comes after the cursor. */
    beyond: values
      ? Prisma.sql`(${sortColumns}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${Prisma.join(
          order.columns.map((part, index) =>
            unplanned(Prisma.sql`${values[index]}::text::${part.type}`),
          ),
        )})`
      : Prisma.sql`TRUE`,
    take: literal(page.size + 1),
    /** The conditions of the filter that the index of the order serves. */
    within: allOf(
      isByPrice
        ? resortConditions({ ...(filter.priceTier && { priceTier: filter.priceTier }) })
        : [],
    ),
    whole: zones(nearest),
    /** The zones from the cursor on. */
    ahead: zones(
      cursor
        ? descending
          ? Prisma.sql`least(${cursor}, ${nearest})`
          : Prisma.sql`greatest(${cursor}, ${nearest})`
        : nearest,
    ),
    /** The zones of the wanted prices, if these are not the order. */
    tier:
      tier && !isByPrice
        ? zonesSql(
            'p',
            literal(tier.from),
            tier.below === undefined
              ? extreme('max', Prisma.sql`price_min`)
              : literal(tier.below - 1),
            undefined,
          )
        : undefined,
    /** The condition that a row is in a zone or after it. */
    from: (zone: Prisma.Sql) =>
      descending
        ? Prisma.sql`${column} < ${start(Prisma.sql`(${zone} + 1)`)}`
        : Prisma.sql`${column} >= ${start(zone)}`,
  };
}
