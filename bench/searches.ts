import pg from 'pg';
import { resortOrders, resortSorts, type ResortSort } from '../api/modules/search/resortOrder.ts';
import { encodeCursor } from '../api/platform/database/cursors.ts';
import { known } from './documents.ts';
import { ask, freshBlank, freshWords } from './graphql.ts';
import { load, type Load, type LoadRequest } from './load.ts';
import type { Cell, Table } from './table.ts';
import { terms } from './vocabulary.ts';

interface Search {
  name: string;
  text: string;
  filter?: { priceTier?: string; destination?: string; brand?: string; amenities?: string[] };
  /** The filter in SQL, for the cursors. */
  where?: string;
  sorts: readonly ResortSort[];
  /** Resorts on the first page. Defaults to a full page. */
  finds?: number;
}

const pageSize = 12;

const best: readonly ResortSort[] = ['HIGHEST_RATED'];

const searches: readonly Search[] = [
  { name: 'no hit', text: terms.none, sorts: best, finds: 0 },
  { name: 'one hit', text: terms.one, sorts: best, finds: 1 },
  { name: 'mistyped word', text: terms.mistyped, sorts: best },
  { name: '8 % hit', text: terms.many, sorts: resortSorts },
  { name: '8 % hit, two words', text: `${terms.many} lodge`, sorts: best },
  {
    name: '8 % hit, cheapest',
    text: terms.cheap,
    sorts: ['PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW'],
  },
  { name: 'all hit', text: terms.all, sorts: resortSorts },
  { name: 'no text', text: '', sorts: resortSorts },
  {
    name: 'no text, price tier',
    text: '',
    filter: { priceTier: 'FROM_300' },
    where: 'price_min >= 300',
    sorts: ['HIGHEST_RATED', 'PRICE_LOW_TO_HIGH'],
  },
  {
    name: 'no text, destination',
    text: '',
    filter: { destination: 'Europe' },
    where: `destination = 'Europe'`,
    sorts: ['HIGHEST_RATED', 'MOST_REVIEWS'],
  },
  {
    name: 'no text, amenity of 1 %',
    text: '',
    filter: { amenities: ['Marina'] },
    where: `amenities @> '{Marina}'`,
    sorts: best,
  },
  {
    name: 'no text, no such brand',
    text: '',
    filter: { brand: 'Nobody' },
    sorts: best,
    finds: 0,
  },
];

/**
 * Latencies with 16 connections of the first page, and of page 1,000 or the last full page. Fresh
 * requests have a new text each, so only the count of an empty text is cached.
 */
export async function measureSearches(
  origin: string,
  databaseUrl: string,
  seconds: number,
  onlyNamed: string | undefined,
): Promise<Table> {
  const rows: Cell[][] = [];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const search of searches.filter(({ name }) => !onlyNamed || name.includes(onlyNamed))) {
      for (const sort of search.sorts) {
        const row = async (deep: DeepPage | undefined, first?: Load): Promise<Load> => {
          const { fresh, remembered } = await measure(origin, seconds, search, sort, deep);
          const { p50, p95, p99, perSecond } = fresh;
          const ofFirst = first && p50 / first.p50;
          const page = deep?.page ?? 1;
          rows.push([search.name, sort, page, p50, p95, p99, ofFirst, perSecond, remembered.p95]);
          return fresh;
        };
        const first = await row(undefined);
        const deep = search.finds === undefined ? await deepPage(client, search, sort) : undefined;
        if (deep) await row(deep, first);
      }
    }
    const times = ['p50', 'p95', 'p99', 'of page 1', 'requests/s', 'remembered p95'];
    return {
      title: 'Searches (16 connections, milliseconds)',
      columns: ['', 'sort', 'page', ...times],
      rows,
    };
  } finally {
    await client.end();
  }
}

interface DeepPage {
  page: number;
  cursor: string;
}

async function measure(
  origin: string,
  seconds: number,
  search: Search,
  sort: ResortSort,
  deep: DeepPage | undefined,
): Promise<{ fresh: Load; remembered: Load }> {
  const after = deep?.cursor ?? null;
  const request = (text: string): LoadRequest =>
    known('search', { text, filter: search.filter ?? null, sort, after });
  const fresh = (): LoadRequest =>
    request(search.text === '' ? freshBlank() : search.text + freshWords());
  const { resorts } = await ask<{ resorts: { edges: unknown[] } }>(origin, fresh());
  if (resorts.edges.length !== (search.finds ?? pageSize)) {
    throw new Error(`${search.name}: ${resorts.edges.length} resorts on a page`);
  }
  await load(origin, 1, () => Array.from({ length: 1_000 }, fresh));
  return {
    fresh: await load(origin, seconds, () => Array.from({ length: 1_000 }, fresh)),
    remembered: await load(origin, Math.min(seconds, 1), () => [request(search.text)]),
  };
}

/** The cursor before page 1,000 or the last full page; undefined before page 20. */
async function deepPage(
  client: pg.Client,
  { text, where }: Search,
  sort: ResortSort,
): Promise<DeepPage | undefined> {
  const order = resortOrders[sort];
  const sorted = order.columns.map(({ sql }) => `${sql.sql} ${order.direction}`).join(', ');
  const conditions = [
    where ?? 'TRUE',
    ...(text === ''
      ? ['$1::text IS NOT NULL']
      : ['search_vector @@ (SELECT query FROM resort_search_query($1))']),
  ].join(' AND ');
  const count = await client.query<{ found: string }>(
    `SELECT count(*) AS found FROM (SELECT FROM resorts WHERE ${conditions} LIMIT 20000) AS hits`,
    [text],
  );
  const found = Number(count.rows[0]?.found ?? 0);
  const page = Math.min(1_000, Math.floor(found / pageSize));
  if (page < 20) {
    return undefined;
  }
  const { rows } = await client.query<{
    id: string;
    price_min: number;
    rating: string;
    review_count: number;
  }>(
    `SELECT id, price_min, rating, review_count FROM resorts WHERE ${conditions}
      ORDER BY ${sorted} OFFSET ${(page - 1) * pageSize - 1} LIMIT 1`,
    [text],
  );
  const [row] = rows;
  return (
    row && {
      page,
      cursor: encodeCursor(
        sort,
        order.key({
          id: row.id,
          priceMin: row.price_min,
          // As the server writes it: without trailing zeros.
          rating: Number(row.rating),
          reviewCount: row.review_count,
        }),
      ),
    }
  );
}
