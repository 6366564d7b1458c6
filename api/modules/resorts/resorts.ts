import { z } from 'zod';
import type { Deps } from '../../context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { decodeCursor, encodeCursor, type PageRequest } from '../../platform/cursors.ts';
import { InvalidInputError } from '../../platform/errors.ts';
import { readHoliday } from './holidays.ts';
import { resortOrders, type ResortSort, type ResortSortKey } from './resortOrder.ts';

/** Price tiers of SPEC section 5: on the lowest nightly price, in whole US dollars. */
const priceTiers = {
  UNDER_100: { from: 0, below: 100 },
  FROM_100_TO_300: { from: 100, below: 300 },
  FROM_300: { from: 300, below: undefined },
} as const;

type PriceTier = keyof typeof priceTiers;

export interface ResortFilter {
  priceTier?: PriceTier | null | undefined;
  destination?: string | null | undefined;
  brand?: string | null | undefined;
  /** Each of them must be there. */
  amenities?: readonly string[] | null | undefined;
  isNewAvailability?: boolean | null | undefined;
}

export interface ResortQuery {
  /** What a person typed; blank means everything. */
  text?: string | null | undefined;
  filter?: ResortFilter | null | undefined;
  sort: ResortSort;
}

/** How many there are; past the cap only that there are more. */
export interface CappedCount {
  value: number;
  isCapped: boolean;
}

export type ResortColumn = keyof typeof Prisma.ResortScalarFieldEnum;

/**
 * What a caller wants of each resort: columns, which come with the statement that finds the page;
 * or more than columns, read by what Prisma is asked.
 */
export type ResortSelection<Row> =
  | { columns: readonly ResortColumn[] }
  | {
      read: (
        asked: Pick<Prisma.ResortFindManyArgs, 'where' | 'orderBy' | 'take'>,
      ) => Promise<Row[]>;
    };

export interface ResortPage<Row> {
  rows: { cursor: string; row: Row }[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** The words that the text was read as, where mistyped words were corrected. */
  readAs: string | null;
  count(): Promise<CappedCount>;
}

/** The most that are counted; one past it is "more". */
const countCap = 1_000;

const maxTextLength = 200;

/**
 * One page of resorts, by keyset, whatever the depth. Columns come with the one statement that finds
 * the page; for more than columns it finds the ids, and `read` loads the rows.
 * @throws {InvalidInputError} naming query, after, before or a filter
 */
export async function findResorts<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: ResortQuery,
  page: PageRequest,
  selection: ResortSelection<Row>,
): Promise<ResortPage<Row>> {
  const today = new Date().toISOString().slice(0, 10);
  const { rest: text, nights } = readHoliday(readText(query.text), today);
  checkFilter(query.filter);
  const order = resortOrders[query.sort];
  const filter = { ...query.filter, oneOfNights: nights };

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
  } else if (text === '' && page.from === undefined && page.direction === 'forward') {
    rows = await selection.read({
      where: resortsWhere(filter),
      orderBy: order.prisma,
      take: page.size + 1,
    });
  } else {
    const keys = await findRows<ResortSortKey>(deps, text, filter, query.sort, page, []);
    ({ readAs, found } = keys);
    const ids = keys.rows.map((row) => row.id);
    const loaded = ids.length === 0 ? [] : await selection.read({ where: { id: { in: ids } } });
    const byId = new Map(loaded.map((row) => [row.id, row]));
    // One that was deleted between the two statements is left out.
    rows = ids.flatMap((id) => byId.get(id) ?? []);
  }

  const hasMore = rows.length > page.size;
  const shown = hasMore ? rows.slice(0, page.size) : rows;
  if (page.direction === 'backward') {
    shown.reverse();
  }
  return {
    rows: shown.map((row) => ({ cursor: encodeCursor(query.sort, order.key(row)), row })),
    hasNextPage: page.direction === 'forward' ? hasMore : page.from !== undefined,
    hasPreviousPage: page.direction === 'backward' ? hasMore : page.from !== undefined,
    readAs,
    count: async () => found ?? countResorts(deps, text, filter),
  };
}

/** A filter with the nights of a holiday, of which a listing must offer one. */
type Narrowing = ResortFilter & { oneOfNights: [string, string] | undefined };

/** Where clause of a filter, for Prisma. */
function resortsWhere(filter: Narrowing): Prisma.ResortWhereInput {
  const tier = filter.priceTier ? priceTiers[filter.priceTier] : undefined;
  return {
    ...(tier && {
      priceMin: { gte: tier.from, ...(tier.below !== undefined && { lt: tier.below }) },
    }),
    ...(filter.destination && { destination: filter.destination }),
    ...(filter.brand && { brand: filter.brand }),
    ...(filter.amenities?.length && { amenities: { hasEvery: [...filter.amenities] } }),
    ...(filter.isNewAvailability != null && { isNewAvailability: filter.isNewAvailability }),
    ...(filter.oneOfNights && {
      listings: {
        some: {
          isActive: true,
          contractVerificationStatus: 'verified',
          OR: filter.oneOfNights.map((night) => ({
            availableFrom: { lte: new Date(night) },
            availableTo: { gt: new Date(night) },
          })),
        },
      },
    }),
  };
}

/** Where clause of one resort, by its id or its slug; undefined when it can be neither. */
export function resortWhere(idOrSlug: string): Prisma.ResortWhereUniqueInput | undefined {
  if (z.uuid().safeParse(idOrSlug).success) {
    return { id: idOrSlug };
  }
  return /^[a-z0-9-]{1,120}$/.test(idOrSlug) ? { slug: idOrSlug } : undefined;
}

function readText(text: string | null | undefined): string {
  const trimmed = (text ?? '').normalize('NFC').trim();
  if (trimmed.length > maxTextLength) {
    throw new InvalidInputError([
      { field: 'query', message: `The search text may have at most ${maxTextLength} characters` },
    ]);
  }
  if (trimmed.includes('\u0000')) {
    throw new InvalidInputError([
      { field: 'query', message: 'The search text has a character that is not allowed' },
    ]);
  }
  return trimmed;
}

function checkFilter(filter: ResortFilter | null | undefined): void {
  const values: [string, string | null | undefined][] = [
    ['destination', filter?.destination],
    ['brand', filter?.brand],
    ...(filter?.amenities ?? []).map((amenity): [string, string] => ['amenities', amenity]),
  ];
  for (const [field, value] of values) {
    if (value != null && (value.length > maxTextLength || value.includes('\u0000'))) {
      throw new InvalidInputError([{ field, message: `The filter ${field} is not valid` }]);
    }
  }
  if ((filter?.amenities?.length ?? 0) > 20) {
    throw new InvalidInputError([
      { field: 'amenities', message: 'The filter amenities takes at most 20 values' },
    ]);
  }
}

function filterSql(filter: Narrowing): Prisma.Sql[] {
  const tier = filter.priceTier ? priceTiers[filter.priceTier] : undefined;
  return [
    tier && Prisma.sql`price_min >= ${tier.from}`,
    tier?.below !== undefined && Prisma.sql`price_min < ${tier.below}`,
    filter.destination && Prisma.sql`destination = ${filter.destination}`,
    filter.brand && Prisma.sql`brand = ${filter.brand}`,
    filter.amenities?.length && Prisma.sql`amenities @> ${[...filter.amenities]}::text[]`,
    filter.isNewAvailability != null &&
      Prisma.sql`is_new_availability = ${filter.isNewAvailability}`,
    filter.oneOfNights &&
      Prisma.sql`id IN (
        SELECT resort_id FROM listings
        WHERE is_active AND contract_verification_status = 'verified' AND (${Prisma.join(
          filter.oneOfNights.map(
            (night) =>
              Prisma.sql`(available_from <= ${night}::text::date AND available_to > ${night}::text::date)`,
          ),
          ' OR ',
        )}))`,
  ].filter((part): part is Prisma.Sql => typeof part === 'object' && part !== null);
}

/** A number that PostgreSQL shall know when it plans, so that one plan serves every call. */
const literal = (value: number): Prisma.Sql => Prisma.raw(String(value));

/** A text as far as it matters: signs between words and capitals don't. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s!"#$%&()*+,\-./:;<=>?@[\\\]^_`{|}~]+/g, ' ')
    .trim();

/** What the words of a text are searched as; to understand them takes as long as finding a page. */
interface AskedWords {
  /** A tsquery as text; null where no word is left to look for. */
  query: string | null;
  readAs: string | null;
  /** The planner's guess at how many resorts that finds. */
  estimate: number;
}

const wordsKey = (text: string): string => `words ${wordsOf(text)}`;

/** A table of one row with the query, the words it was read as and the planner's estimate. */
const askedSql = (text: string, known: AskedWords | undefined): Prisma.Sql =>
  known
    ? Prisma.sql`
        SELECT ${known.query}::text::tsquery AS query, ${known.readAs}::text AS read_as,
               ${known.estimate}::float8 AS estimate`
    : Prisma.sql`
        SELECT query, read_as, resort_search_estimate(query)::float8 AS estimate
        FROM resort_search_query(${wordsOf(text)})`;

const conditions = (parts: Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.join(parts, ' AND ');

interface FoundRows<Row> {
  rows: Row[];
  readAs: string | null;
  found: CappedCount | undefined;
}

/** With so many hits or more, walking the order fills a page sooner than sorting the hits. */
const manyHits = 3_000;

/** For each row of a page, rows of the order that are looked at before the hits are sorted. */
const longestWalk = 400;

/** Where so many are estimated and a page was filled, there are more than are counted. */
const surelyCapped = 20 * countCap;

export const isResortColumn = (name: string): name is ResortColumn =>
  name in Prisma.ResortScalarFieldEnum;

const resortColumns = Object.keys(Prisma.ResortScalarFieldEnum).filter(isResortColumn);

const sortKey: readonly ResortColumn[] = ['id', 'priceMin', 'rating', 'reviewCount'];

/** The columns and the sort key, under the names that Prisma gives them. */
const selectList = (columns: readonly ResortColumn[]): Prisma.Sql =>
  Prisma.raw(
    resortColumns
      .filter((column) => sortKey.includes(column) || columns.includes(column))
      .map((column) => {
        const name = column.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
        return `resorts.${name} AS "${column}"`;
      })
      .join(', '),
  );

/** As Prisma gives it: pg has a numeric as text. */
const asRow = <Row extends ResortSortKey>(row: Row): Row => ({
  ...row,
  rating: new Prisma.Decimal(row.rating.toString()),
});

/**
 * The rows of one page, one more than asked where there are more.
 *
 * A text may match one resort or most of them, so the planner's estimate decides in the statement.
 * Few hits are read and sorted. For many the index of the order is walked until the page is full;
 * where they stand too far down in the order for that, they are sorted all the same. How many there
 * are is remembered, so that the next page of the same search does not count again.
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

  if (text === '') {
    const found = await deps.database.read<Row>(Prisma.sql`
      SELECT ${selected} FROM resorts
      WHERE ${conditions([...filters, beyond])}
      ORDER BY ${sorted} LIMIT ${take}`);
    return { rows: found.map(asRow), readAs: null, found: undefined };
  }

  const understood = deps.catalogue.peek(wordsKey(text)) as AskedWords | undefined;
  const known = deps.catalogue.peek(countKey(text, filter)) as CappedCount | undefined;
  const matches = conditions([Prisma.sql`search_vector @@ (SELECT query FROM asked)`, ...filters]);
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
    await deps.catalogue.through(wordsKey(text), () => Promise.resolve(asked), {
      bytes: () => 1_000,
    });
  }
  const counted = known ?? capped(Number(first?.search_found ?? 0));
  if (!known) {
    await deps.catalogue.through(countKey(text, filter), () => Promise.resolve(counted));
  }
  return {
    // Without a hit there is one row, of nulls.
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
    const filters = filterSql(filter);
    const matches =
      text === ''
        ? filters
        : [
            Prisma.sql`search_vector @@ (SELECT query FROM (${askedSql(
              text,
              deps.catalogue.peek(wordsKey(text)) as AskedWords | undefined,
            )}) AS asked)`,
            ...filters,
          ];
    const rows = await deps.database.read<{ found: string }>(Prisma.sql`
      SELECT count(*) AS found
      FROM (SELECT 1 FROM resorts WHERE ${conditions(matches)} LIMIT ${countCap + 1}) AS hits`);
    return capped(Number(rows[0]?.found ?? 0));
  });
}

const capped = (found: number): CappedCount => ({
  value: Math.min(found, countCap),
  isCapped: found > countCap,
});

const countKey = (text: string, filter: Narrowing): string =>
  `count ${JSON.stringify([
    wordsOf(text),
    filter.priceTier,
    filter.destination,
    filter.brand,
    filter.amenities,
    filter.isNewAvailability,
    filter.oneOfNights,
  ])}`;

/** What a text was read as, when a word in it was taken for another. */
function corrected(text: string, readAs: string | null | undefined): string | null {
  if (!readAs) {
    return null;
  }
  const words = (value: string): string[] =>
    value
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/['’]s?\b/g, '')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
  const typed = new Set(words(text));
  return words(readAs).every((word) => typed.has(word)) ? null : readAs;
}
