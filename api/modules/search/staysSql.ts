import { Prisma } from '#api/generated/prisma/client.ts';
import { allOf, hasPlaces, oneOf, resortConditions, unplanned } from './resortFilter.ts';
import { manyHits, type ResortSearch } from './resortSearch.ts';
import { anyStay, isSameOnBothSides, staySql, stayWishOf, type StayWish } from './stayWish.ts';

/**
 * SELECT of all weeks that a search finds, one per free stretch. Requires the CTE `asked` with its
 * words.
 */
export function foundSql(
  { text, filter }: ResortSearch,
  onStretch: readonly Prisma.Sql[] = [],
  wish = stayWishOf(filter) ?? anyStay,
): Prisma.Sql {
  // The destination is copied to `free_stretches`, where indexes include it.
  const { destinations, ...others } = filter;
  if (hasPlaces(filter)) {
    return staysSql(wish, placeConditions({ text, filter }), onStretch);
  }
  return staysSql(wish, placeConditions({ text, filter: others }), [
    ...(destinations ? [oneOf(Prisma.sql`resort_destination`, destinations)] : []),
    ...onStretch,
  ]);
}

export function staysSql(
  wish: StayWish,
  onResort: readonly Prisma.Sql[],
  onStretch: readonly Prisma.Sql[] = [],
): Prisma.Sql {
  const { conditions, nights, total, checkIn, first, last } = staySql(wish);
  const readsResort =
    onResort.length > 0 || wish.arrivals.some((range) => !isSameOnBothSides(range));
  return Prisma.sql`
    SELECT listing_id, resort_id, starts_on, ends_on, currency, price_per_night_cents, max_guests,
           free_stretches.bedrooms, free_stretches.is_instant, week_total_cents,
           owner_cancellations, -owner_cancellations AS owner_reliability, ${checkIn} AS check_in, ${nights} AS nights,
           ${total} AS total, ${pricePoint} AS price_point,
           ${first} AS first_arrival, ${last} AS last_arrival
    FROM free_stretches ${readsResort ? Prisma.sql`JOIN resorts ON resorts.id = resort_id` : Prisma.empty}
    WHERE ${allOf([...conditions, ...onResort, ...onStretch])}`;
}

/** The expression of the index `free_stretches_price_points`. */
const pricePoint = Prisma.sql`
  stay_price_point(price_per_night_cents, cleaning_fee_cents, tax_bps, service_fee_bps)`;

export const placeConditions = ({ text, filter }: ResortSearch): Prisma.Sql[] => [
  ...resortConditions(filter),
  ...(text === '' ? [] : [Prisma.sql`search_vector @@ (SELECT query FROM asked)`]),
];

export interface WalkQuery {
  only: readonly Prisma.Sql[];
  where?: Prisma.Sql;
  sorted: Prisma.Sql;
  take: number;
  wish?: StayWish;
  /**
   * Whether to keep one plan for all values. Planning for the small number of rows would take
   * longer than running.
   */
  isPlannedOnce?: boolean;
}

/** Weeks read per requested week before the walk is given up and the matching weeks are sorted. */
const longestWalk = 100;

/**
 * SELECT of the first weeks of a search in the order of an index. Common words are checked for each
 * week on the way; for rare words the weeks of their resorts are sorted.
 */
export function walkSql(search: ResortSearch, query: WalkQuery): Prisma.Sql {
  const { only, where = Prisma.sql`TRUE`, sorted, take, wish, isPlannedOnce = false } = query;
  const limit = (count: number): Prisma.Sql =>
    isPlannedOnce ? unplanned(Prisma.sql`${count}::int`) : Prisma.sql`${count}`;
  const firstOf = (source: Prisma.Sql, count: number): Prisma.Sql =>
    Prisma.sql`SELECT * FROM (${source}) AS source WHERE ${where} ORDER BY ${sorted} LIMIT ${limit(count)}`;
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

export const inDirection = (columns: readonly string[], isDescending: boolean): string =>
  columns.map((name) => `${name} ${isDescending ? 'DESC' : 'ASC'}`).join(', ');

/** Input of a walk by total of stays with the same number of nights, in one currency. */
export interface TotalWalkQuery extends Omit<WalkQuery, 'sorted'> {
  nights: number;
  isDescending: boolean;
  /** The column that puts stays with equal totals in order. */
  rank: string;
  /** SQL of the total in cents at which the walk starts; from the beginning if absent. */
  from?: Prisma.Sql;
}

/**
 * SELECT of the first stays of a search by total, plus some more. No column holds totals for any
 * number of nights. But `free_stretches_price_points` holds a point (x, y) per stretch, and a stay
 * of n nights costs n * x + y, rounded: the order of distances from a point far away in direction
 * (-n, -1). That order may be off by some cents, so spare stays are read; if all of these cost
 * about as much as the last requested stay, every such stay is read.
 */
export function totalWalkSql(search: ResortSearch, query: TotalWalkQuery): Prisma.Sql {
  const { nights, isDescending, rank, from, where = Prisma.sql`TRUE`, take, wish } = query;
  const within = (least: Prisma.Sql, most: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`${pricePoint} <@ stay_price_range(${nights}::int, ${least} - ${blur}::int, ${most} + ${blur}::int)`;
  const beyond = isDescending
    ? (cents: Prisma.Sql) => within(Prisma.sql`0`, cents)
    : (cents: Prisma.Sql) => within(cents, Prisma.sql`1e12`);
  const only = [...query.only, ...(from === undefined ? [] : [beyond(from)])];
  const direction = Prisma.raw(isDescending ? 'DESC' : 'ASC');
  const away = (isDescending ? farAway : -farAway) / Math.hypot(nights, 1);
  const ahead = walkSql(search, {
    ...query,
    only,
    sorted: Prisma.raw(`price_point <-> point(${away * nights}, ${away})`),
    take: take + spare,
  });
  const cents = Prisma.sql`${nights}::int * price_point[0] + price_point[1]`;
  const edge = Prisma.sql`(
    SELECT ${cents} FROM ahead ORDER BY 1 ${direction} OFFSET ${take - 1}::int LIMIT 1)`;
  return Prisma.sql`
    (WITH ahead AS MATERIALIZED (${ahead})
     TABLE ahead
     UNION ALL
     (SELECT * FROM (${foundSql(search, [...only, within(edge, edge)], wish)}) AS source
      WHERE ${where}
        AND (SELECT count(*) = ${take + spare} FROM ahead)
        AND (SELECT max(abs(${cents} - ${edge})) <= 2 * ${blur}::int FROM (
               SELECT * FROM ahead ORDER BY ${cents} ${direction} OFFSET ${take}::int) AS beyond_edge)
        AND (listing_id, starts_on) NOT IN (SELECT listing_id, starts_on FROM ahead)
      ORDER BY ${Prisma.raw(inDirection(['total', rank, 'listing_id', 'starts_on'], isDescending))}
      LIMIT ${take}))`;
}

/** Cents; large compared with any price up to 100,000 dollars a night. */
const farAway = 1e14;

const spare = 100;

/**
 * Cents by which the order of distances can differ from the order of totals: 2 for rounding tax and
 * service fee, less than 3 for the curvature at this distance and the precision of doubles.
 */
const blur = 5;

/** The currencies of all stays, as `code`, by the index on totals. */
export const currenciesSql = Prisma.sql`
  (WITH RECURSIVE currencies AS (
     SELECT min(currency) AS code FROM free_stretches
     UNION ALL
     SELECT (SELECT min(currency) FROM free_stretches WHERE currency > code) FROM currencies
     WHERE code IS NOT NULL)
   SELECT code FROM currencies WHERE code IS NOT NULL)`;
