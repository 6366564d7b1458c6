import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { CappedCount } from '../../platform/cappedCount.ts';
import { encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/cursors.ts';
import { resortOrders, type ResortSort, type ResortSortKey } from './resortOrder.ts';
import { findRows, type ResortColumn } from './resortRows.ts';
import { countResorts, readSearch, type SearchInput } from './resortSearch.ts';

export interface ResortQuery extends SearchInput {
  sort: ResortSort;
}

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
 * @throws {InvalidInputError} naming query, bounds, updatedSince, after, before or a filter
 */
export async function findResorts<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: ResortQuery,
  page: PageRequest,
  selection: ResortSelection<Row>,
): Promise<ResortPage<Row>> {
  const search = await readSearch(deps, query);
  const order = resortOrders[query.sort];
  const asked = { search, sort: query.sort, page };

  let rows: Row[];
  let readAs: string | null = null;
  let found: CappedCount | undefined;
  if ('columns' in selection) {
    ({ rows, readAs, found } = await findRows<Row>(deps, { ...asked, columns: selection.columns }));
  } else {
    const keys = await findRows<ResortSortKey>(deps, { ...asked, columns: [] });
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
    count: async () => found ?? countResorts(deps, search),
  };
}

/** Where clause of one resort, by its id or its slug; undefined if it can be neither. */
export function resortWhere(idOrSlug: string): Prisma.ResortWhereUniqueInput | undefined {
  if (z.uuid().safeParse(idOrSlug).success) {
    return { id: idOrSlug };
  }
  return /^[a-z0-9-]{1,120}$/.test(idOrSlug) ? { slug: idOrSlug } : undefined;
}
