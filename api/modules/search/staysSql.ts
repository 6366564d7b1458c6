import { Prisma } from '../../generated/prisma/client.ts';
import { allOf, oneOf, resortConditions } from './resortFilter.ts';
import { manyHits, type ResortSearch } from './resortSearch.ts';
import { anyStay, isSameOnBothSides, staySql, stayWishOf, type StayWish } from './stayWish.ts';

/**
 * SELECT of all weeks that a search finds, one for each run of free nights. Requires the CTE `asked`
 * of its words.
 */
export function foundSql(
  { text, filter }: ResortSearch,
  onStretch: readonly Prisma.Sql[] = [],
  wish = stayWishOf(filter) ?? anyStay,
): Prisma.Sql {
  // The place is repeated in `free_stretches`, where indexes have it.
  const { destinations, ...others } = filter;
  return staysSql(wish, placeConditions({ text, filter: others }), [
    ...(destinations ? [oneOf(Prisma.sql`resort_destination`, destinations)] : []),
    ...onStretch,
  ]);
}

/** SELECT of the stays that meet a wish, one for each run of free nights at these resorts. */
export function staysSql(
  wish: StayWish,
  onResort: readonly Prisma.Sql[],
  onStretch: readonly Prisma.Sql[] = [],
): Prisma.Sql {
  const { conditions, nights, checkIn, first, last } = staySql(wish);
  const readsResort =
    onResort.length > 0 || wish.arrivals.some((range) => !isSameOnBothSides(range));
  return Prisma.sql`
    SELECT listing_id, resort_id, starts_on, ends_on, currency, price_per_night_cents, max_guests,
           free_stretches.bedrooms, week_total_cents, ${checkIn} AS check_in, ${nights} AS nights,
           price_per_night_cents::bigint * ${nights} AS total,
           ${first} AS first_arrival, ${last} AS last_arrival
    FROM free_stretches ${readsResort ? Prisma.sql`JOIN resorts ON resorts.id = resort_id` : Prisma.empty}
    WHERE ${allOf([...conditions, ...onResort, ...onStretch])}`;
}

/** The conditions of a search on the resort of a week. */
export const placeConditions = ({ text, filter }: ResortSearch): Prisma.Sql[] => [
  ...resortConditions(filter),
  ...(text === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`]),
];

/** What a walk in the order of an index reads. */
export interface WalkQuery {
  /** Conditions on a row of `free_stretches` and on `latitude` of its resort. */
  only: readonly Prisma.Sql[];
  /** A condition on a row of `foundSql`. */
  where?: Prisma.Sql;
  /** The columns of the index, each with its direction. */
  sorted: Prisma.Sql;
  /** Number of weeks to read. */
  take: number;
  wish?: StayWish;
}

/** Weeks read for each one wanted, before those with the words are sorted instead. */
const longestWalk = 100;

/**
 * SELECT of the first weeks of a search in the order of an index. Words that many resorts have are
 * looked up for each week on the way; for others the weeks of their resorts are sorted.
 */
export function walkSql(search: ResortSearch, query: WalkQuery): Prisma.Sql {
  const { only, where = Prisma.sql`TRUE`, sorted, take, wish } = query;
  const firstOf = (source: Prisma.Sql, count: number): Prisma.Sql =>
    Prisma.sql`SELECT * FROM (${source}) AS source WHERE ${where} ORDER BY ${sorted} LIMIT ${count}`;
  if (search.text === '') {
    return Prisma.sql`(${firstOf(foundSql(search, only, wish), take)})`;
  }
  const isFrequent = Prisma.sql`(SELECT estimate >= ${Prisma.raw(String(manyHits))} FROM asked)`;
  const next = firstOf(
    foundSql({ ...search, text: '' }, [...only, isFrequent], wish),
    take * longestWalk,
  );
  const isFull = Prisma.sql`(SELECT count(*) = ${take} FROM walked)`;
  return Prisma.sql`
    (WITH walked AS MATERIALIZED (
       SELECT * FROM (${next}) AS next
       WHERE (SELECT search_vector @@ (SELECT query FROM asked) FROM resorts WHERE id = next.resort_id)
       ORDER BY ${sorted} LIMIT ${take})
     SELECT * FROM walked WHERE ${isFull}
     UNION ALL
     (${firstOf(foundSql(search, [...only, Prisma.sql`NOT ${isFull}`], wish), take)}))`;
}
