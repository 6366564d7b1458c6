import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';
import {
  encodeCursor,
  pageOf,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { readsResorts } from '#api/platform/cache/reads.ts';
import { readsWords } from '../search/resortText.ts';
import { readsHits } from '../search/searchReads.ts';
import type { ResortSortKey } from '../search/resortOrder.ts';
import { findRows, usualSort, type FoundRow, type ResortColumn } from '../search/resortRows.ts';
import { countResorts, readSearch, type SearchInput } from '../search/resortSearch.ts';
import type { ResortListSort } from '../search/stayPages.ts';

export interface ResortQuery extends SearchInput {
  /** Defaults to the order in the text, or else the best rated first. */
  sort?: ResortListSort | null | undefined;
}

/**
 * The data of each resort: columns, read by the statement that finds the page, or a Prisma query.
 */
export type ResortSelection<Row> =
  | { columns: readonly ResortColumn[] }
  | {
      read: (asked: Pick<Prisma.ResortFindManyArgs, 'where'>) => Promise<Row[]>;
    };

export interface ResortPage<Row> extends Page<Row> {
  readAs: string | null;
  count(): Promise<CappedCount>;
}

/**
 * One page of resorts by keyset pagination. The statement that finds the page returns the columns;
 * for more than columns it finds the ids, and `read` loads the rows.
 * @throws {InvalidInputError} naming query, bounds, updatedSince, after, before or a filter
 */
export async function findResorts<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: ResortQuery,
  page: PageRequest,
  selection: ResortSelection<Row>,
): Promise<ResortPage<Row>> {
  const search = await readSearch(deps, query);
  const sort = query.sort ?? search.order ?? usualSort;
  const { rows, readAs, found } = await findRows<Row>(deps, {
    search,
    sort,
    page,
    columns: 'columns' in selection ? selection.columns : [],
  });
  const { edges, pageInfo } = pageOf(page, rows, ({ key }) => encodeCursor(sort, key));
  return {
    edges: await whole<Row>(edges, selection),
    pageInfo,
    readAs,
    count: async () => {
      readsHits(search);
      return found ?? countResorts(deps, search);
    },
  };
}

/** The edges with everything selected. A resort deleted between the two statements is left out. */
async function whole<Row extends ResortSortKey>(
  edges: Page<FoundRow<Row>>['edges'],
  selection: ResortSelection<Row>,
): Promise<Page<Row>['edges']> {
  const found = edges.map(({ cursor, node }) => ({ cursor, node: node.row }));
  if ('columns' in selection || edges.length === 0) {
    return found;
  }
  const ids = found.map(({ node }) => node.id);
  const rows = await selection.read({ where: { id: { in: ids } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ cursor, node: { id } }) => {
    const node = byId.get(id);
    return node ? [{ cursor, node }] : [];
  });
}

/** Records that the answer depends on the resort with this id or slug, whether or not it exists. */
export function readsResort(idOrSlug: string, found: { id: string } | null): void {
  readsResorts([found?.id ?? idOrSlug.toLowerCase()]);
  if (found?.id !== idOrSlug) {
    readsWords();
  }
}

const uuid = z.uuid();

export function resortWhere(idOrSlug: string): Prisma.ResortWhereUniqueInput | undefined {
  if (uuid.safeParse(idOrSlug).success) {
    return { id: idOrSlug };
  }
  return /^[a-z0-9-]{1,120}$/.test(idOrSlug) ? { slug: idOrSlug } : undefined;
}

/** As `resortWhere`, in SQL; null if the text can be neither. */
export function resortWhereSql(idOrSlug: string): Prisma.Sql | null {
  const where = resortWhere(idOrSlug);
  return !where
    ? null
    : where.id === undefined
      ? Prisma.sql`slug = ${where.slug}`
      : Prisma.sql`id = ${where.id}::uuid`;
}
