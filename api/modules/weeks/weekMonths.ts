import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Money } from '../../platform/money.ts';
import { readsStays } from '../search/searchReads.ts';
import {
  askedTable,
  readSearch,
  searchKey,
  type ResortSearch,
  type SearchInput,
} from '../search/resortSearch.ts';
import { anyStay, stayWishOf, type StayWish } from '../search/stayWish.ts';
import { currenciesSql, foundSql, totalWalkSql, walkSql } from '../search/staysSql.ts';
import { walksByArrival, walksByTotal } from '../search/stayWalks.ts';

/** Months from the first on that are looked at. */
const mostMonths = 24;

/** The cheapest weeks of each currency that are read for all months at once. */
const cheapest = 300;

/** The weeks that can begin in one month. */
export interface WeekMonth {
  /** YYYY-MM. */
  month: string;
  lowestTotal: Money;
}

interface MonthRow {
  month: string;
  currency: string;
  lowest: string;
}

interface CheapestRow extends MonthRow {
  /** How many of the cheapest weeks have this currency. */
  weeks: string;
  earliest: string;
}

type MonthDeps = Pick<Deps, 'database' | 'catalogue'>;

/**
 * For each month the lowest price of the weeks of a search that can begin in it. Conditions on the
 * day of arrival are ignored. Prices are in the currency of most of the cheapest weeks; in months
 * without one, in another.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function weekMonths(deps: MonthDeps, query: SearchInput): Promise<WeekMonth[]> {
  const search = await readSearch(deps, query);
  return deps.catalogue.through(
    `months ${searchKey(search)}`,
    () => {
      readsStays(search);
      return findMonths(deps, search);
    },
    { exact: [] },
  );
}

async function findMonths(deps: MonthDeps, search: ResortSearch): Promise<WeekMonth[]> {
  const wish = {
    ...(stayWishOf(search.filter) ?? anyStay),
    arrivals: [],
    wanted: undefined,
    oneOfNights: undefined,
  };
  const rows = await deps.database.read<CheapestRow>(cheapestSql(deps, search, wish));
  const [first] = rows;
  if (!first) {
    return [];
  }
  const usual = usualCurrency(rows);
  const months = Array.from({ length: mostMonths }, (_, index) =>
    monthAfter(first.earliest, index),
  );
  const open = months.filter(
    (month) => !rows.some((row) => row.month === month && row.currency === usual),
  );
  const isComplete = rows.every(({ weeks }) => Number(weeks) < cheapest);
  const others = isComplete || open.length === 0 ? [] : await monthsOf(deps, search, wish, open);
  const all = [...rows, ...others];
  return months.flatMap((month) => {
    const ofMonth = all.filter((row) => row.month === month);
    const lowest = ofMonth.find(({ currency }) => currency === usual) ?? ofMonth[0];
    return lowest
      ? [{ month, lowestTotal: { amount: Number(lowest.lowest), currency: lowest.currency } }]
      : [];
  });
}

/** SELECT of the lowest price of each month and currency among the weeks of `source`. */
const byMonth = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT to_char(month, 'YYYY-MM') AS month, currency::text, lowest::text
  FROM (
    SELECT month, currency, min(total) AS lowest
    FROM (${source}) AS source CROSS JOIN LATERAL
      generate_series(date_trunc('month', first_arrival::timestamp), last_arrival::timestamp,
                      interval '1 month') AS month
    GROUP BY 1, 2) AS months`;

/** The lowest prices among the cheapest weeks: for most searches those of all months. */
function cheapestSql(deps: MonthDeps, search: ResortSearch, wish: StayWish): Prisma.Sql {
  const ofCurrency = Prisma.join(
    (walksByTotal(wish, search.filter) ?? [{ only: [], nights: undefined }]).map(
      ({ only, nights }) => {
        const query = { only: [Prisma.sql`currency = code`, ...only], take: cheapest, wish };
        if (typeof nights === 'number') {
          return totalWalkSql(search, { ...query, nights, isDescending: false });
        }
        const sorted = nights === 'week' ? Prisma.sql`week_total_cents` : Prisma.sql`total`;
        return walkSql(search, { ...query, sorted });
      },
    ),
    ' UNION ALL ',
  );
  const earliest = walkSql(search, { only: [], sorted: Prisma.sql`starts_on`, take: 1, wish });
  return Prisma.sql`
    WITH ${askedTable(deps, search.text)},
    lowest AS MATERIALIZED (
      SELECT cheap.* FROM ${currenciesSql} AS currencies CROSS JOIN LATERAL (
        SELECT * FROM (${ofCurrency}) AS walked ORDER BY total LIMIT ${cheapest}) AS cheap)
    SELECT *, (SELECT to_char(first_arrival, 'YYYY-MM') FROM ${earliest} AS early) AS earliest
    FROM (${byMonth(Prisma.sql`TABLE lowest`)}) AS months
    JOIN (SELECT currency::text, count(*) AS weeks FROM lowest GROUP BY 1) AS counted USING (currency)
    ORDER BY month, currency`;
}

/** The lowest prices of these months, in order. */
async function monthsOf(
  deps: MonthDeps,
  search: ResortSearch,
  wish: StayWish,
  months: readonly string[],
): Promise<MonthRow[]> {
  const runs = runsOf(months).flatMap(([from, to]) => {
    const range = { from: `${from}-01`, to: lastDayOf(to) };
    const within = { ...wish, arrivals: [{ north: range, south: range }] };
    return (walksByArrival(within) ?? [{ only: [] }]).map(({ only }) =>
      byMonth(foundSql(search, only, within)),
    );
  });
  return deps.database.read<MonthRow>(Prisma.sql`
    WITH ${askedTable(deps, search.text)}
    SELECT month, currency, min(lowest::bigint)::text AS lowest
    FROM (${Prisma.join(runs, ' UNION ALL ')}) AS runs GROUP BY 1, 2 ORDER BY 1, 2`);
}

/** The currency of most weeks. */
function usualCurrency(rows: readonly CheapestRow[]): string | undefined {
  const rank = ({ currency, weeks }: CheapestRow): number =>
    Number(weeks) + (currency === 'USD' ? 0.5 : 0);
  return [...rows].sort((one, other) => rank(other) - rank(one))[0]?.currency;
}

const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
};

const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** First and last month of each run of months without a gap. */
function runsOf(months: readonly string[]): [string, string][] {
  const runs: [string, string][] = [];
  for (const month of months) {
    const run = runs.at(-1);
    if (run && monthAfter(run[1], 1) === month) {
      run[1] = month;
    } else {
      runs.push([month, month]);
    }
  }
  return runs;
}
