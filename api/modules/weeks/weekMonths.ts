import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { capped, type CappedCount } from '../../platform/cappedCount.ts';
import type { Money } from '../../platform/money.ts';
import { allOf } from '../resorts/resortFilter.ts';
import {
  askedTable,
  readSearch,
  searchKey,
  type ResortSearch,
  type SearchInput,
} from '../resorts/resortSearch.ts';
import { anyStay, staySql, stayWishOf } from '../resorts/stayWish.ts';
import { placeConditions } from './weeks.ts';

/** Months after the current one that are looked at. */
const monthsAhead = 23;

/** The weeks that can begin in one month. */
export interface WeekMonth {
  /** YYYY-MM. */
  month: string;
  weeks: CappedCount;
  lowestTotal: Money;
}

interface MonthRow {
  month: string;
  currency: string;
  found: string;
  lowest: string;
}

/**
 * For each month the weeks of a search that can begin in it, and their lowest price. Conditions on
 * the day of arrival are ignored. A run of free nights counts in each month in which a stay can
 * begin. Prices are in the currency of most weeks; in months without one, in another.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function weekMonths(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput,
): Promise<WeekMonth[]> {
  const search = await readSearch(deps, query);
  return deps.catalogue.through(`months ${searchKey(search)}`, async () =>
    byMonth(await deps.database.read<MonthRow>(monthsSql(deps, search))),
  );
}

function monthsSql(deps: Pick<Deps, 'catalogue'>, search: ResortSearch): Prisma.Sql {
  const { conditions, nights, first, last } = staySql({
    ...(stayWishOf(search.filter) ?? anyStay),
    arrivals: [],
    wanted: undefined,
    oneOfNights: undefined,
  });
  return Prisma.sql`
    WITH ${askedTable(deps, search.text)}, possible AS (
      SELECT currency, price_per_night_cents::bigint * ${nights} AS total,
             date_trunc('month', ${first}) AS first_month, ${last} AS last_day
      FROM free_stretches JOIN resorts ON resorts.id = resort_id
      WHERE ${allOf([...conditions, ...placeConditions(search)])}),
    bounded AS (
      SELECT *, (SELECT min(first_month) FROM possible) + ${Prisma.raw(`interval '${monthsAhead} months'`)} AS last_month
      FROM possible)
    SELECT to_char(month, 'YYYY-MM') AS month, currency::text, count(*) AS found, min(total)::text AS lowest
    FROM bounded CROSS JOIN LATERAL
      generate_series(first_month, least(last_day, last_month), interval '1 month') AS month
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

function byMonth(rows: readonly MonthRow[]): WeekMonth[] {
  const weeks = new Map<string, number>();
  for (const { currency, found } of rows) {
    weeks.set(currency, (weeks.get(currency) ?? 0) + Number(found));
  }
  const usual = [...weeks].sort(([, one], [, other]) => other - one)[0]?.[0];
  return [...new Set(rows.map(({ month }) => month))].flatMap((month) => {
    const all = rows.filter((row) => row.month === month);
    const cheapest = all.find(({ currency }) => currency === usual) ?? all[0];
    return cheapest
      ? {
          month,
          weeks: capped(all.reduce((sum, { found }) => sum + Number(found), 0)),
          lowestTotal: { amount: Number(cheapest.lowest), currency: cheapest.currency },
        }
      : [];
  });
}
