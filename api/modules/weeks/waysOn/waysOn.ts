import type { Deps } from '#api/context/context.ts';
import {
  readSearch,
  searchKey,
  type SearchInput,
  askedTable,
  type ResortSearch,
} from '#api/modules/search/resortSearch.ts';
import { readText } from '#api/modules/search/resortText.ts';
import { readsNearby } from '#api/modules/search/searchReads.ts';
import { readSearchText } from '#api/modules/search/searchText.ts';
import {
  anyStay,
  isInstantSql,
  nightsOfStay,
  stayWishOf,
  type StayWish,
} from '#api/modules/search/stayWish.ts';
import { waysWithoutOne, type WayOn } from './conditions.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { allOf, resortConditions, type Narrowing } from '#api/modules/search/resortFilter.ts';
import { stayColumns, type StayRow } from '#api/modules/search/stayPages.ts';
import { weekOf, type FoundWeek } from '../weeks.ts';
import { placeConditions, staysSql } from '#api/modules/search/staysSql.ts';
import {
  resortDifferences,
  stayDifferences,
  wantedArrivals,
  type ResortFacts,
} from './differences.ts';

export interface WaysOn {
  conditions: WayOn[];
  weeks: NearWeek[];
  resorts: NearResort[];
}

/**
 * Near matches of a search, and its most restrictive condition. Meant for searches without hits,
 * but a search with hits also gets suggestions.
 * @throws {InvalidInputError} naming query or a filter
 */
export async function waysOn(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: SearchInput,
): Promise<WaysOn> {
  const typed = readText(query.text);
  const search = await readSearch(deps, query);
  const { phrases } = await readSearchText(deps, typed);
  const wish = stayWishOf(search.filter);
  // Keyed by the typed text, which decides the text without a phrase.
  return deps.catalogue.through(
    `ways on ${JSON.stringify(typed)} ${searchKey(search)}`,
    async () => {
      readsNearby(search);
      const [conditions, weeks, resorts] = await Promise.all([
        waysWithoutOne(deps, search, { typed, phrases }),
        wish ? nearWeeks(deps, search, wish) : [],
        nearResorts(deps, search),
      ]);
      return { conditions, weeks, resorts };
    },
  );
}

export interface NearWeek {
  week: FoundWeek;
  resortId: string;
  differences: string[];
}

export interface NearResort {
  resortId: string;
  differences: string[];
}

/** The most weeks of each kind: other dates, other units, other places. */
const weeksOfAKind = 3;
const mostResorts = 6;
const closestResorts = 50;

interface ResortRow {
  resort_id: string;
  location: string;
  miles: number | null;
  rating: number;
  amenities: string[];
  brand: string;
  price_min: number;
}

interface NearRow extends StayRow, ResortRow {
  price_per_night_cents: number;
  max_guests: number;
  bedrooms: number | null;
  is_instant: boolean;
  is_south: boolean;
}

const bestRated = Prisma.sql`rating DESC, review_count DESC, id`;

const factColumns = Prisma.sql`
  location, rating::float8 AS rating, amenities, brand, price_min, coalesce(latitude < 0, FALSE) AS is_south`;

/**
 * Weeks that nearly match a search without results: first on other dates, then with fewer beds or a
 * higher price, then in nearby places.
 */
async function nearWeeks(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  search: ResortSearch,
  wish: StayWish,
): Promise<NearWeek[]> {
  const kinds = [
    onOtherDates(search, wish),
    inOtherUnits(search, wish),
    inOtherPlaces(search, wish),
  ].flatMap((found, kind) =>
    found
      ? [
          Prisma.sql`
            (SELECT ${kind}::int AS kind, near.*,
                    row_number() OVER (ORDER BY ${found.order}, owner_cancellations, listing_id, starts_on) AS place
             FROM (${found.stays}) AS near ORDER BY place LIMIT ${weeksOfAKind})`,
        ]
      : [],
  );
  const rows = await deps.database.read<NearRow>(Prisma.sql`
    WITH ${askedTable(deps, search.text)}, ${centerTable(search)}, ${nearbyTable(search)},
    near AS (${Prisma.join(kinds, ' UNION ALL ')})
    SELECT ${stayColumns('near')}, resort_id, price_per_night_cents, max_guests, near.bedrooms,
           ${isInstantSql('near', Prisma.sql`check_in`)} AS is_instant, ${factColumns}, miles
    FROM near JOIN resorts ON resorts.id = resort_id LEFT JOIN nearby ON nearby.id = resort_id AND kind = 2
    ORDER BY kind, place`);
  return rows.map((row) => ({
    week: weekOf(row),
    resortId: row.resort_id,
    differences: [
      ...stayDifferences(wish, {
        checkIn: row.check_in,
        nights: row.nights,
        totalCents: Number(row.total),
        nightlyCents: row.price_per_night_cents,
        currency: row.currency,
        maxGuests: row.max_guests,
        bedrooms: row.bedrooms,
        isInstant: row.is_instant,
        isSouth: row.is_south,
      }),
      ...resortDifferences(search.filter, factsOf(row)),
    ],
  }));
}

/**
 * Resorts that nearly match a search without results: first in the same place with the fewest unmet
 * conditions, then nearby. For an unknown place, the best rated.
 */
async function nearResorts(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  search: ResortSearch,
): Promise<NearResort[]> {
  const { text, filter } = search;
  const missing = (filter.amenities ?? []).map(
    (amenity) => Prisma.sql`(${amenity} <> ALL (amenities))::int`,
  );
  const unmet = Prisma.join([
    missing.length === 0 ? Prisma.sql`0` : Prisma.join(missing, ' + '),
    Prisma.sql`greatest(0, ${filter.minRating ?? 0}::float8 - rating::float8)`,
    bestRated,
  ]);
  const rows = await deps.database.read<ResortRow>(Prisma.sql`
    WITH ${askedTable(deps, text)}, ${centerTable(search)}, ${nearbyTable(search)},
    here AS (
      SELECT 0 AS kind, row_number() OVER (ORDER BY ${unmet}) AS place, id, NULL::float8 AS miles
      FROM resorts WHERE ${allOf(placeOf(search))} ORDER BY place LIMIT ${mostResorts}),
    around AS (
      SELECT 1 AS kind, row_number() OVER (ORDER BY miles, id) AS place, id, miles
      FROM nearby ORDER BY place LIMIT ${mostResorts}),
    best AS (
      SELECT 2 AS kind, row_number() OVER (ORDER BY ${bestRated}) AS place, id,
             NULL::float8 AS miles
      FROM resorts WHERE NOT EXISTS (SELECT FROM here) AND NOT EXISTS (SELECT FROM around)
      ORDER BY place LIMIT ${mostResorts})
    SELECT id AS resort_id, ${factColumns}, miles
    FROM (TABLE here UNION ALL TABLE around UNION ALL TABLE best) AS near JOIN resorts USING (id)
    ORDER BY kind, place LIMIT ${mostResorts}`);
  return rows.map((row) => ({
    resortId: row.resort_id,
    differences: resortDifferences(filter, factsOf(row)),
  }));
}

const factsOf = (row: ResortRow): ResortFacts => ({
  location: row.location,
  miles: row.miles ?? undefined,
  rating: row.rating,
  amenities: row.amenities,
  brand: row.brand,
  priceMin: row.price_min,
});

interface Kind {
  stays: Prisma.Sql;
  order: Prisma.Sql;
}

const byPrice = Prisma.sql`currency <> 'USD', currency, total`;

/** Stays that meet every condition except the dates, closest dates first. */
function onOtherDates(search: ResortSearch, wish: StayWish): Kind | undefined {
  const wanted = wantedArrivals(wish, nightsOfStay(wish, Infinity));
  if (!wanted) {
    return undefined;
  }
  const isSame = wanted.north.from === wanted.south.from && wanted.north.to === wanted.south.to;
  const sides = isSame ? (['north'] as const) : (['north', 'south'] as const);
  const stays = sides.map((side) => {
    const { from, to } = wanted[side];
    const anyDay = {
      ...wish,
      arrivals: [],
      oneOfNights: undefined,
      weekday: undefined,
      wanted: from,
    };
    const onSide = Prisma.sql`coalesce(latitude < 0, FALSE) = ${side === 'south'}`;
    return Prisma.sql`
      SELECT *, greatest(${from}::text::date - check_in, check_in - ${to}::text::date, 0) AS days
      FROM (${staysSql(anyDay, [...placeConditions(search), ...(isSame ? [] : [onSide])])}) AS any_day`;
  });
  return { stays: Prisma.join(stays, ' UNION ALL '), order: Prisma.sql`days, ${byPrice}` };
}

/** Stays in the place on the dates, with the most beds available. */
function inOtherUnits(search: ResortSearch, wish: StayWish): Kind {
  const { arrivals, oneOfNights, weekday, wanted, leastNights, mostNights } = wish;
  const { guests = 0, bedrooms = 0, isInstant = null } = wish;
  const onDates = { ...anyStay, arrivals, oneOfNights, weekday, wanted, leastNights, mostNights };
  return {
    stays: Prisma.sql`
      SELECT *, 0 AS days FROM (${staysSql(onDates, placeOf(search))}) AS any_unit`,
    order: Prisma.sql`
      greatest(0, ${guests}::int - max_guests), greatest(0, ${bedrooms}::int - coalesce(bedrooms, -1)),
      ${isInstantSql('near', Prisma.sql`check_in`)} IS DISTINCT FROM ${isInstant}::boolean, ${byPrice}`,
  };
}

/** Stays that meet every condition except the place, closest first. */
function inOtherPlaces(search: ResortSearch, wish: StayWish): Kind | undefined {
  return placeOf(search).length === 0
    ? undefined
    : {
        stays: Prisma.sql`
          SELECT *, (SELECT ceil(miles) FROM nearby WHERE nearby.id = resort_id)::int AS days
          FROM (${staysSql(wish, [Prisma.sql`resorts.id IN (SELECT id FROM nearby)`])}) AS any_place`,
        order: Prisma.sql`days, ${byPrice}`,
      };
}

const placeOf = ({ text, filter }: ResortSearch): Prisma.Sql[] =>
  placeConditions({
    text,
    filter: filter.destinations ? { destinations: filter.destinations } : {},
  });

const centerTable = (search: ResortSearch): Prisma.Sql => Prisma.sql`
  center AS MATERIALIZED (
    SELECT latitude AS center_latitude, longitude AS center_longitude FROM resorts
    WHERE ${allOf([...placeOf(search), Prisma.sql`latitude IS NOT NULL`])}
    ORDER BY ${bestRated} LIMIT 1)`;

/** CTE `nearby`: the resorts closest to the center that meet the search's conditions. */
const nearbyTable = ({ filter }: ResortSearch): Prisma.Sql => Prisma.sql`
  nearby AS MATERIALIZED (
    SELECT id, ${miles} AS miles FROM resorts CROSS JOIN center
    WHERE ${allOf([...resortConditions(withoutPlace(filter)), Prisma.sql`latitude IS NOT NULL`])}
    ORDER BY miles, id LIMIT ${closestResorts})`;

const withoutPlace = ({ destinations: _, ...filter }: Narrowing): Narrowing => filter;

const miles = Prisma.sql`
  3959 * 2 * asin(least(1, sqrt(
    power(sin(radians(latitude - center_latitude) / 2), 2) +
    cos(radians(latitude)) * cos(radians(center_latitude)) *
    power(sin(radians(longitude - center_longitude) / 2), 2))))`;
