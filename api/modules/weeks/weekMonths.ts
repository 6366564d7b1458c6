import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Money } from '#common/money.ts';
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

const mostMonths = 24;

/** Cheapest weeks per currency that are read for all months at once. */
const cheapest = 150;

export interface WeekMonth {
  month: string;
  lowestTotal: Money;
}

interface MonthsRow {
  from: string;
  to: string;
  currency: string;
  lowest: string;
}

interface CheapestRow extends MonthsRow {
  /** Number of these cheapest weeks in this currency. */
  weeks: string;
  earliest: string;
  /** The month of the last free night of all hits. */
  latest: string;
}

type MonthDeps = Pick<Deps, 'database' | 'catalogue'>;

/**
 * The lowest price per month of weeks that can begin in it. Ignores conditions on the day of
 * arrival. Prices are in the currency of most of the cheapest weeks, or in another in months
 * without it.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function weekMonths(deps: MonthDeps, query: SearchInput): Promise<WeekMonth[]> {
  const search = await readSearch(deps, query);
  return deps.catalogue.through(`months ${searchKey(search)}`, () => {
    readsStays(search);
    return findMonths(deps, search);
  });
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
  ).filter((month) => month <= first.latest);
  const open = months.filter(
    (month) => !rows.some((row) => row.currency === usual && isAbout(row, month)),
  );
  const isComplete = rows.every(({ weeks }) => Number(weeks) < cheapest);
  const others =
    isComplete || open.length === 0
      ? []
      : await monthsOf(deps, search, wish, { months: open, latest: first.latest });
  const all = [...rows, ...others]
    .map(({ lowest, ...row }) => ({ ...row, amount: Number(lowest) }))
    .sort((one, other) => one.amount - other.amount);
  return months.flatMap((month) => {
    const ofMonth = all.filter((row) => isAbout(row, month));
    const lowest = ofMonth.find(({ currency }) => currency === usual) ?? ofMonth[0];
    return lowest
      ? [{ month, lowestTotal: { amount: lowest.amount, currency: lowest.currency } }]
      : [];
  });
}

const isAbout = ({ from, to }: Pick<MonthsRow, 'from' | 'to'>, month: string): boolean =>
  from <= month && month <= to;

const byMonth = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT to_char(first_month, 'YYYY-MM') AS "from", to_char(last_month, 'YYYY-MM') AS "to",
         currency::text, lowest::text
  FROM (
    SELECT date_trunc('month', first_arrival::timestamp) AS first_month,
           date_trunc('month', last_arrival::timestamp) AS last_month,
           currency, min(total) AS lowest
    FROM (${source}) AS source GROUP BY 1, 2, 3) AS months`;

/** The lowest prices among the cheapest weeks, which cover all months for most searches. */
function cheapestSql(deps: MonthDeps, search: ResortSearch, wish: StayWish): Prisma.Sql {
  const ofCurrency = Prisma.join(
    (walksByTotal(wish, search.filter) ?? [{ only: [], nights: undefined }]).map(
      ({ only, nights }) => {
        const query = {
          only: [Prisma.sql`currency = code`, ...only],
          take: cheapest,
          wish,
          isPlannedOnce: true,
        };
        if (typeof nights === 'number') {
          const rank = 'owner_cancellations';
          return totalWalkSql(search, { ...query, nights, isDescending: false, rank });
        }
        const sorted = nights === 'week' ? Prisma.sql`week_total_cents` : Prisma.sql`total`;
        return walkSql(search, { ...query, sorted });
      },
    ),
    ' UNION ALL ',
  );
  const end = (sorted: Prisma.Sql): Prisma.Sql =>
    walkSql(search, { only: [], sorted, take: 1, wish });
  return Prisma.sql`
    WITH ${askedTable(deps, search.text)},
    lowest AS MATERIALIZED (
      SELECT cheap.* FROM ${currenciesSql} AS currencies CROSS JOIN LATERAL (
        SELECT * FROM (${ofCurrency}) AS walked ORDER BY total LIMIT ${cheapest}) AS cheap)
    SELECT *,
           (SELECT to_char(first_arrival, 'YYYY-MM')
            FROM ${end(Prisma.sql`starts_on`)} AS early) AS earliest,
           (SELECT to_char(ends_on - 1, 'YYYY-MM')
            FROM ${end(Prisma.sql`ends_on DESC`)} AS late) AS latest
    FROM (${byMonth(Prisma.sql`TABLE lowest`)}) AS months
    JOIN (SELECT currency::text, count(*) AS weeks FROM lowest GROUP BY 1) AS counted USING (currency)`;
}

async function monthsOf(
  deps: MonthDeps,
  search: ResortSearch,
  wish: StayWish,
  { months, latest }: { months: readonly string[]; latest: string },
): Promise<MonthsRow[]> {
  const runs = runsOf(months).flatMap(([from, to]) => {
    const range = { from: `${from}-01`, to: lastDayOf(to) };
    const within = { ...wish, arrivals: [{ north: range, south: range }] };
    // Weeks of the last months are found by their last night, whatever their length.
    const walks = to === latest ? undefined : walksByArrival(within);
    return (walks ?? [{ only: [] }]).map(({ only }) => byMonth(foundSql(search, only, within)));
  });
  return deps.database.read<MonthsRow>(Prisma.sql`
    WITH ${askedTable(deps, search.text)} ${Prisma.join(runs, ' UNION ALL ')}`);
}

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
