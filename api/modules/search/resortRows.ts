import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import type { CursorValue, PageRequest } from '#api/platform/database/cursors.ts';
import { columnName } from '#api/platform/database/keyset.ts';
import { readsOf, readsResorts } from '#api/platform/cache/reads.ts';
import type { SqlPage, SqlPageReads } from '#api/platform/database/sqlPage.ts';
import {
  allOf,
  filterSql,
  hasPlaces,
  namesIn,
  narrowsMoreThanNames,
  priceTiers,
  resortConditions,
  stayConditions,
  unplanned,
  type Narrowing,
} from './resortFilter.ts';
import { readsHits, readsPage, readsStays } from './searchReads.ts';
import {
  priceZones,
  resortOrders,
  zonesOf,
  type ResortSort,
  type ResortSortKey,
  type ResortZones,
} from './resortOrder.ts';
import {
  askedTable,
  countKey,
  readSearch,
  type ReadSearch,
  type ResortSearch,
  type SearchInput,
} from './resortSearch.ts';
import { readWords, type AskedWords } from './resortText.ts';
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

const anyZone = '?.';

const text = (constant: string): Prisma.Sql => Prisma.raw(`'${constant.replaceAll("'", "''")}'`);

/** A value in the SQL text, so that PostgreSQL knows it when it plans the statement. */
const literal = (value: number | boolean): Prisma.Sql => Prisma.raw(String(value));

/** The order of a list if neither the client nor the text names an order. */
export const usualSort = 'HIGHEST_RATED';

export interface RowQuery {
  search: ReadSearch;
  sort: ResortListSort;
  page: PageRequest;
  columns: readonly ResortColumn[];
}

export interface FoundRow<Row> {
  row: Row;
  key: CursorValue[];
}

export interface FoundRows<Row> {
  rows: FoundRow<Row>[];
  readAs: string | null;
  found: CappedCount | undefined;
}

type RowDeps = Pick<Deps, 'database' | 'catalogue'>;

/** From this many hits on, reading the next zones fills a page sooner than reading all hits. */
const fewHits = 1_000;

/**
 * From this many hits on, walking the order fills a page sooner than reading the hits of a zone. A
 * full page then always exceeds the cap of the count.
 */
const mostHits = 20 * countCap;

/** Hits of the next zones that are read per row of a page. */
const zoneHits = 30;

/** Rows of the order that are read per row of a page, before and after a jump to the next hit. */
const shortWalk = 30;
const longestWalk = 60;

export const isResortColumn = (name: string): name is ResortColumn =>
  name in Prisma.ResortScalarFieldEnum;

const resortColumns = Object.keys(Prisma.ResortScalarFieldEnum).filter(isResortColumn);

const sortKey: readonly ResortColumn[] = ['id', 'priceMin', 'rating', 'reviewCount'];

export const selectList = (columns: readonly ResortColumn[]): Prisma.Sql =>
  Prisma.raw(
    resortColumns
      .filter((column) => sortKey.includes(column) || columns.includes(column))
      .map((column) => `resorts.${columnName(column)} AS "${column}"`)
      .join(', '),
  );

export function asRow<Row extends ResortSortKey>(found: Row): Row {
  const row = Object.fromEntries(Object.entries(found).filter(([name]) => isResortColumn(name)));
  return { ...(row as Row), rating: new Prisma.Decimal(found.rating.toString()) };
}

/**
 * The rows of one page, plus one row if more follow. The count is cached for the next pages of the
 * same search.
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
  const words = await wordsOfSearch(deps, query.search);
  const isCounted = !known && (query.page.from === undefined || query.search.text !== '');
  const answer = words
    ? await searchWords<Row>(deps, { ...query, sort, words, isCounted }, query.columns)
    : await browse<Row>(deps, { ...query, sort }, isCounted);
  if (answer.found) {
    rememberCount(deps, query.search, answer.found, since);
  }
  readsKeys(
    query.search,
    sort,
    query.page,
    answer.rows.map((row) => row.key),
  );
  return { ...answer, found: known ?? answer.found };
}

/** @param since the version of the catalogue before the count */
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

/**
 * Records which rows the page depends on. @param keys of the rows as read, including the extra row
 */
function readsKeys(
  search: ResortSearch,
  sort: ResortSort,
  page: PageRequest,
  keys: readonly (readonly CursorValue[])[],
): void {
  const { size, direction } = page;
  readsResorts(keys.slice(0, size).map((key) => String(key.at(-1))));
  const isForward = direction === 'forward';
  const beside = resortOrders[sort].placeOf(page);
  const last = keys.length > size ? keys.at(-1) : undefined;
  readsPage(search, sort, isForward ? { after: beside, last } : { last: beside });
}

/**
 * The words to look up for a search; undefined if there are none. Rare names in the filter count as
 * words too. Destinations have their own indexes, and free nights are read in the order of the
 * resorts.
 */
async function wordsOfSearch(
  deps: RowDeps,
  { text, filter }: ResortSearch,
): Promise<AskedWords | undefined> {
  const names = namesIn(filter);
  const isOfNames =
    names !== '' &&
    Boolean(filter.amenities ?? filter.brands) &&
    stayConditions(filter).length === 0;
  if (text === '' && !isOfNames) {
    return undefined;
  }
  const words = await readWords(deps, text, names);
  return text === '' && words.query === '' ? undefined : words;
}

/**
 * Everything that matches the filter, by the index of the order. Only the first page is counted.
 */
async function browse<Row extends ResortSortKey>(
  deps: RowDeps,
  { search, sort, page, columns }: RowQuery & { sort: ResortSort },
  isCounted: boolean,
): Promise<FoundRows<Row>> {
  const { sorted, beyond, take } = pageSql(sort, page, search.filter);
  const filters = filterSql(search.filter);
  const rows = await deps.database.read<Row & { search_found: string | null }>(
    Prisma.sql`
    SELECT ${selectList(columns)},
           ${isCounted ? countedSql(search) : Prisma.sql`NULL::bigint`} AS search_found
    FROM resorts
    WHERE ${allOf([...filters, beyond])}
    ORDER BY ${sorted} LIMIT ${take}`,
    plannedFor(search),
  );
  return {
    rows: withKeys(rows, sort),
    readAs: search.readAs,
    found: isCounted ? capped(Number(rows[0]?.search_found ?? 0)) : undefined,
  };
}

/** The number of free nights or resorts in a place decides how they are read. */
const plannedFor = ({ filter }: ResortSearch): 'once' | 'each time' =>
  stayConditions(filter).length === 0 && !hasPlaces(filter) ? 'once' : 'each time';

const countedSql = ({ filter }: ResortSearch): Prisma.Sql => Prisma.sql`
  (SELECT count(*) FROM
    (SELECT FROM resorts WHERE ${allOf(filterSql(filter, 'count'))}
     LIMIT ${literal(countCap + 1)}) AS counted)`;

/**
 * As `findRows`, as SQL for a statement in which PostgreSQL writes the answer; undefined for orders
 * of stays.
 * @param wanted `found` is the number of hits, `readAs` the corrected words
 * @throws {InvalidInputError} as `readSearch` and `findRows`
 */
export async function resortPageSql(
  deps: RowDeps,
  query: SearchInput & { sort?: ResortListSort | null | undefined },
  page: PageRequest,
  wanted: ReadonlySet<string>,
): Promise<SqlPage | undefined> {
  const since = deps.catalogue.version();
  const search = await readSearch(deps, query);
  const sort = query.sort ?? search.order ?? usualSort;
  if (isStaySort(sort)) {
    return undefined;
  }
  const isCounted = wanted.has('found');
  const known = isCounted
    ? (deps.catalogue.peek(countKey(search)) as CappedCount | undefined)
    : undefined;
  const words = await wordsOfSearch(deps, search);
  const common = {
    request: page,
    key: keyOf(sort),
    ofStays: stayWishOf(search.filter) !== undefined,
    reads({ keys, own }: SqlPageReads) {
      readsKeys(search, sort, page, keys);
      if (own.has('found')) readsHits(search);
    },
    remember({ found }: { found?: unknown }) {
      if (isCounted && !known) rememberCount(deps, search, capped(Number(found)), since);
    },
  };
  const ownOf = (readAs: string | null, found: Prisma.Sql): SqlPage['own'] => ({
    readAs: Prisma.sql`${readAs}::text`,
    ...(isCounted && {
      found: known ? Prisma.sql`${known.value + Number(known.isCapped)}::bigint` : found,
    }),
  });
  if (!words) {
    const { sorted, beyond, take } = pageSql(sort, page, search.filter);
    return {
      ...common,
      rows: Prisma.sql`
        SELECT * FROM resorts WHERE ${allOf([...filterSql(search.filter), beyond])}
        ORDER BY ${sorted} LIMIT ${take}`,
      own: ownOf(search.readAs, countedSql(search)),
      planned: plannedFor(search),
    };
  }
  const { readAs } = search;
  const pageOf = ({ tables, found, sorted }: HitsSql): SqlPage => ({
    ...common,
    with: tables,
    rows: Prisma.sql`SELECT resorts.* FROM page JOIN resorts USING (id) ORDER BY ${sorted}`,
    own: ownOf(readAs, found),
    planned: 'once',
  });
  const asked: HitsQuery = { search, sort, page, words, isCounted: isCounted && !known };
  return {
    ...pageOf(nextHitsSql(asked)),
    also: { isEnough },
    instead: (own) =>
      own['isEnough'] ? undefined : pageOf(furtherHitsSql(asked, Number(own['found'] ?? 0))),
  };
}

const keyOf = (sort: ResortSort): SqlPage['key'] => ({
  order: sort,
  columns: resortOrders[sort].fields,
});

interface HitsQuery extends Pick<RowQuery, 'search' | 'page'> {
  sort: ResortSort;
  words: AskedWords;
  isCounted: boolean;
}

interface HitsSql {
  /** CTEs, among them `page` with the ids of the page's hits, in any order. */
  tables: Prisma.Sql;
  found: Prisma.Sql;
  sorted: Prisma.Sql;
}

const isEnough = Prisma.sql`(SELECT is_enough FROM enough)`;

interface SearchedRow {
  id: string | null;
  search_found: string | null;
  search_is_enough: boolean;
}

/**
 * Finds the hits of words. Words may match one resort or most of them, anywhere in the order. The
 * cheapest way by the planner's estimate runs first, and the next way only if the page is not full:
 *
 * - few hits: read all;
 * - many hits: read the hits in the next zones of the order;
 * - most of the resorts: walk the order;
 * - after too many rows: walk the order from the next fine zone with a hit;
 * - after that: read all hits zone by zone.
 */
async function searchWords<Row extends ResortSortKey>(
  { database }: RowDeps,
  asked: HitsQuery,
  columns: readonly ResortColumn[],
): Promise<FoundRows<Row>> {
  const read = async ({ tables, found, sorted }: HitsSql, isPage: Prisma.Sql) =>
    database.read<Row & SearchedRow>(Prisma.sql`
      WITH ${tables}
      SELECT ${selectList(columns)}, ${found} AS search_found, ${isPage} AS search_is_enough
      FROM (VALUES (1)) AS one LEFT JOIN (page JOIN resorts USING (id)) ON TRUE
      ORDER BY ${sorted}`);
  let rows = await read(nextHitsSql(asked), isEnough);
  if (!rows[0]?.search_is_enough) {
    rows = await read(furtherHitsSql(asked, Number(rows[0]?.search_found ?? 0)), Prisma.sql`TRUE`);
  }
  const [first] = rows;
  return {
    // LEFT JOIN: no match is one all-null row.
    rows: first?.id === null ? [] : withKeys(rows, asked.sort),
    readAs: asked.search.readAs,
    found: asked.isCounted ? capped(Number(first?.search_found ?? 0)) : undefined,
  };
}

/** The hits by the cheapest way for the estimate. */
function nextHitsSql({ search, sort, page, words, isCounted }: HitsQuery): HitsSql {
  const { estimate } = words;
  const counts = page.from === undefined && isCounted;
  const isFiltered = narrowsMoreThanNames(search.filter);
  const order = pageSql(sort, page, search.filter);
  const { sortColumns, sorted, beyond, take } = order;
  const { sought, matches, hitsOf, walk } = soughtSql(search, order, words);
  const oneMore = literal(countCap + 1);
  const parts = (
    hits: Prisma.Sql,
    onPage: Prisma.Sql,
    enough: Prisma.Sql,
    found: Prisma.Sql,
    ofHits = Prisma.sql`count(*)`,
  ): HitsSql => ({
    tables: Prisma.sql`
      ${sought},
      hits AS MATERIALIZED (${hits}),
      read AS MATERIALIZED (SELECT ${ofHits} FROM hits),
      page AS MATERIALIZED (SELECT id FROM hits WHERE ${onPage} ORDER BY ${sorted} LIMIT ${take}),
      enough AS MATERIALIZED (SELECT ${enough} AS is_enough)`,
    found: isCounted ? found : Prisma.sql`NULL::bigint`,
    sorted,
  });
  const numberOfHits = Prisma.sql`(SELECT count FROM read)`;
  const isFull = Prisma.sql`(SELECT count(*) = ${take} FROM page)`;
  const everywhere = order.tier ?? order.whole;
  const counted = Prisma.sql`
    (SELECT count(*) FROM (SELECT FROM ${everywhere.table}, LATERAL (${hitsOf(everywhere)}) AS hit
                           LIMIT ${oneMore}) AS all_hits)`;

  if (estimate < fewHits) {
    return parts(
      Prisma.sql`SELECT ${sortColumns} FROM resorts WHERE ${matches} LIMIT ${oneMore}`,
      beyond,
      Prisma.sql`${numberOfHits} < ${oneMore}`,
      numberOfHits,
    );
  }
  // A filter may keep any share of the hits, which are counted anyway.
  if (estimate < mostHits || (counts && isFiltered)) {
    const near = counts ? (order.tier ?? order.ahead) : order.ahead;
    const most = counts ? oneMore : literal((page.size + 1) * zoneHits);
    const isWhole = Prisma.sql`${numberOfHits} < ${most}`;
    return parts(
      Prisma.sql`
        SELECT zone, hit.* FROM ${near.table}, LATERAL (${hitsOf(near)}) AS hit LIMIT ${most}`,
      // The last zone may be cut off in the middle.
      Prisma.sql`(${isWhole} OR ${near.isBeforeLast(Prisma.sql`read`)}) AND ${beyond}`,
      Prisma.sql`${isWhole} OR ${isFull}`,
      counts ? numberOfHits : counted,
      Prisma.sql`count(*), min(zone) AS min_zone, max(zone) AS max_zone`,
    );
  }
  return parts(
    walk(Prisma.sql`TRUE`, shortWalk),
    Prisma.sql`TRUE`,
    isFull,
    isFiltered ? counted : Prisma.sql`${estimate}::bigint`,
  );
}

/**
 * The hits from the next zone with a hit on. @param found number of hits, unless all are on the
 * page
 */
function furtherHitsSql(
  { search, sort, page, words, isCounted }: HitsQuery,
  found: number,
): HitsSql {
  const order = pageSql(sort, page, search.filter);
  const { sorted, beyond, take, ahead } = order;
  const { sought, hitsOf, walk } = soughtSql(search, order, words);
  const first = Prisma.sql`(SELECT zone FROM first)`;
  const finer = order.finerIn(first);
  const withHit = ({ table, words: areIn }: Zones): Prisma.Sql => Prisma.sql`
    SELECT zone FROM ${table}, LATERAL (SELECT FROM resorts WHERE ${areIn} LIMIT 1) AS hit LIMIT 1`;
  return {
    tables: Prisma.sql`
      ${sought},
      first AS MATERIALIZED (${withHit(ahead)}),
      finest AS MATERIALIZED (${finer ? withHit(finer) : first}),
      walked AS MATERIALIZED (${walk(order.from(Prisma.sql`(SELECT zone FROM finest)`), longestWalk)}),
      rest AS MATERIALIZED (
        SELECT hit.* FROM ${ahead.tableFrom(first)}, LATERAL (
          SELECT * FROM (${hitsOf(ahead)}) AS hits WHERE ${beyond} ORDER BY ${sorted} LIMIT ${take}
        ) AS hit
        WHERE (SELECT count(*) < ${take} FROM walked) LIMIT ${take}
      ),
      page AS MATERIALIZED (
        SELECT id FROM walked WHERE (SELECT count(*) = ${take} FROM walked)
        UNION ALL SELECT id FROM rest
      )`,
    found: !isCounted
      ? Prisma.sql`NULL::bigint`
      : page.from === undefined
        ? Prisma.sql`
            (SELECT CASE WHEN count(*) < ${take} THEN count(*) ELSE ${found}::bigint END FROM page)`
        : Prisma.sql`${found}::bigint`,
    sorted,
  };
}

/** The CTEs `sought` and `zoned`, and the access to rows with the words. */
function soughtSql({ filter }: ResortSearch, order: Order, { query }: AskedWords) {
  const { sortColumns, sorted, beyond, take, within, size } = order;
  const hasWords = Prisma.sql`search_vector @@ (SELECT query FROM sought)`;
  const filters = filterSql(filter, 'words');
  const matches = allOf([hasWords, ...filters]);
  const isOfPhrases = query?.includes('<') === true;
  return {
    sought: Prisma.sql`
      sought AS MATERIALIZED (SELECT ${query}::text::tsquery AS query),
      zoned AS MATERIALIZED (SELECT resort_zone_query(query, ${text(anyZone)})::text AS query FROM sought)`,
    matches,
    // OFFSET 0 keeps PostgreSQL from also looking the words up in their own index for each zone.
    hitsOf: (zones: Zones): Prisma.Sql => Prisma.sql`
      SELECT ${sortColumns} FROM (SELECT * FROM resorts WHERE ${zones.words} OFFSET 0) AS likely
      WHERE ${isOfPhrases ? matches : allOf(filters)}`,
    walk: (only: Prisma.Sql, rowsForEach: number): Prisma.Sql => Prisma.sql`
      SELECT ${sortColumns}
      FROM (SELECT * FROM resorts WHERE ${only} AND ${beyond} AND ${within}
            ORDER BY ${sorted} LIMIT ${literal(size * rowsForEach)}) AS next
      WHERE ${matches} ORDER BY ${sorted} LIMIT ${take}`,
  };
}

const withKeys = <Row extends ResortSortKey>(rows: Row[], sort: ResortSort): FoundRow<Row>[] =>
  rows.map(asRow).map((row) => ({ row, key: resortOrders[sort].key(row) }));

async function rowsByStay<Row extends ResortSortKey>(
  { database, catalogue }: RowDeps,
  { search, sort, page, columns }: RowQuery & { sort: StaySort },
): Promise<FoundRows<Row>> {
  const { table, sorted } = stayPageTable(search, sort, page, 'each resort');
  const rows = await database.read<Row & StayRow & { id: string | null }>(Prisma.sql`
    WITH ${askedTable({ catalogue }, search.text)}, ${table}
    SELECT ${selectList(columns)}, ${stayColumns('found')}
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
    readAs: search.readAs,
    found: undefined,
  };
}

interface Zones {
  table: Prisma.Sql;
  /** The zones from this zone on; empty if it is null. */
  tableFrom: (zone: Prisma.Sql) => Prisma.Sql;
  words: Prisma.Sql;
  /** Condition: a row is not in the last zone of a table. */
  isBeforeLast: (table: Prisma.Sql) => Prisma.Sql;
}

function zonesSql(
  { letter, of }: ResortZones,
  from: Prisma.Sql,
  to: Prisma.Sql,
  direction: 'asc' | 'desc' | undefined,
): Zones {
  const tableFrom = (zone: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`generate_series(${zone}, ${of(to)}, ${literal(direction === 'desc' ? -1 : 1)}) AS zone`;
  return {
    table: tableFrom(of(from)),
    tableFrom,
    words: Prisma.sql`
      resort_zone_words(search_vector, price_min, rating, review_count)
        @@ replace((SELECT query FROM zoned), ${text(`'${anyZone}`)}, ${text(`'${letter}`)} || zone || '.')::tsquery`,
    isBeforeLast: (table) =>
      direction === undefined
        ? Prisma.sql`FALSE`
        : direction === 'desc'
          ? Prisma.sql`zone > (SELECT min_zone FROM ${table})`
          : Prisma.sql`zone < (SELECT max_zone FROM ${table})`,
  };
}

const extreme = (of: 'min' | 'max', column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT ${Prisma.raw(of)}(${column}) FROM resorts)`;

type Order = ReturnType<typeof pageSql>;

/**
 * Parts of a statement that reads one page by keyset plus one row.
 * @throws {InvalidInputError} naming after or before
 */
function pageSql(sort: ResortSort, page: PageRequest, filter: Narrowing) {
  const order = resortOrders[sort];
  const { isDescending: descending, orderBy, take, beyond } = order.sql(page, undefined, unplanned);
  const [{ sql: column, type }] = order.columns;
  const [first] = order.placeOf(page) ?? [];
  const ownZones = zonesOf[sort];
  const { start, finer } = ownZones;
  const tier = filter.priceTier ? priceTiers[filter.priceTier] : undefined;
  const isByPrice = ownZones === priceZones;
  const lowest = isByPrice && tier ? literal(tier.from) : extreme('min', column);
  const highest =
    isByPrice && tier?.below !== undefined ? literal(tier.below - 1) : extreme('max', column);
  const [nearest, farthest] = descending ? [highest, lowest] : [lowest, highest];
  const cursor = first === undefined ? undefined : Prisma.sql`${first}::text::${type}`;
  const ahead = descending ? 'desc' : 'asc';
  const zones = (from: Prisma.Sql): Zones => zonesSql(ownZones, from, farthest, ahead);
  return {
    sortColumns: Prisma.join(order.columns.map(({ sql }) => sql)),
    sorted: orderBy,
    beyond,
    size: page.size + 1,
    take,
    /** Conditions of the filter that the index of the order serves. */
    within: allOf(
      isByPrice
        ? resortConditions({ ...(filter.priceTier && { priceTier: filter.priceTier }) })
        : [],
    ),
    whole: zones(nearest),
    ahead: zones(
      cursor
        ? descending
          ? Prisma.sql`least(${cursor}, ${nearest})`
          : Prisma.sql`greatest(${cursor}, ${nearest})`
        : nearest,
    ),
    /** The zones of the price filter, if the order is not by price. */
    tier:
      tier && !isByPrice
        ? zonesSql(
            priceZones,
            literal(tier.from),
            tier.below === undefined
              ? extreme('max', Prisma.sql`price_min`)
              : literal(tier.below - 1),
            undefined,
          )
        : undefined,
    finerIn: (zone: Prisma.Sql): Zones | undefined => {
      const edges = [
        Prisma.sql`${start(zone)}::${type}`,
        Prisma.sql`(${start(Prisma.sql`(${zone} + 1)`)} - 1)::${type}`,
      ] as const;
      const [near, far] = descending ? [edges[1], edges[0]] : edges;
      return finer && zonesSql(finer, near, far, ahead);
    },
    /** Condition: a row is in the finest zone of this value, or after it. */
    from: (zone: Prisma.Sql) => {
      const finest = finer ?? ownZones;
      return descending
        ? Prisma.sql`${column} < ${finest.start(Prisma.sql`(${zone} + 1)`)}`
        : Prisma.sql`${column} >= ${finest.start(zone)}`;
    },
  };
}
