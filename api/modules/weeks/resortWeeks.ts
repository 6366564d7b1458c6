import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { askedTable, readSearch, type SearchInput } from '../search/resortSearch.ts';
import {
  isStaySort,
  stayColumns,
  stayOrderSql,
  type ResortListSort,
  type StayRow,
} from '../search/stayPages.ts';
import { stayWishOf } from '../search/stayWish.ts';
import { weekOf, type FoundWeek } from './weeks.ts';
import { placeConditions, staysSql } from '../search/staysSql.ts';

export interface ResortWeek {
  week: FoundWeek;
  more: CappedCount;
}

/**
 * The best week of each resort for a search: the first in an order of stays, or else the arrival
 * closest to the preferred day, or the lowest total. Empty if the search has no condition on a
 * stay.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function resortWeeks(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput & { sort?: ResortListSort | null | undefined },
  resortIds: readonly string[],
): Promise<Map<string, ResortWeek>> {
  const search = await readSearch(deps, query);
  const sort = query.sort ?? search.order;
  const wish = stayWishOf(search.filter);
  if (!wish || resortIds.length === 0) {
    return new Map();
  }
  const distance =
    wish.wanted === undefined ? Prisma.sql`0` : Prisma.sql`abs(check_in - ${wish.wanted}::date)`;
  const order =
    sort && isStaySort(sort)
      ? stayOrderSql(sort)
      : Prisma.sql`${distance}, currency <> 'USD', currency, total, owner_cancellations, check_in, listing_id, starts_on`;
  const rows = await deps.database.read<StayRow & { resort_id: string; found: string }>(Prisma.sql`
    WITH ${askedTable(deps, search.text)},
    found AS (${staysSql(wish, [
      ...placeConditions(search),
      Prisma.sql`resort_id = ANY(${[...resortIds]}::uuid[])`,
    ])}),
    placed AS (
      SELECT *, count(*) OVER of_resort AS found,
             row_number() OVER (of_resort ORDER BY ${order}) AS place
      FROM found WINDOW of_resort AS (PARTITION BY resort_id))
    SELECT resort_id, found, ${stayColumns('placed')} FROM placed WHERE place = 1`);
  return new Map(
    rows.map((row) => [row.resort_id, { week: weekOf(row), more: capped(Number(row.found) - 1) }]),
  );
}
