import { Prisma } from '#api/generated/prisma/client.ts';
import { addDays } from '#common/days.ts';
import type { CursorValue } from '#api/platform/cursors.ts';
import type { Narrowing } from './resortFilter.ts';
import { isSameOnBothSides, nightsOfStay, type StayWish } from './stayWish.ts';

/**
 * A part of the weeks of a search that an index has in the order of the list, so that reading stops
 * when a page is full.
 */
export interface Walk {
  /** Conditions on a row of `free_stretches` and on `latitude` of its resort. */
  only: Prisma.Sql[];
  /** Columns of the index in order. */
  columns: string[];
  /** What the index can skip to reach the place of a cursor. */
  notBefore: (cursor: readonly CursorValue[], isDescending: boolean) => Prisma.Sql[];
}

/** Nights of a long run of free nights. The index `free_stretches_long` has those with more. */
const longRun = 31;

/**
 * Weeks by day of arrival are in the order of the first free night, except that all that began
 * before the first wanted day arrive on it. Those are either recent or long.
 */
export function walksByArrival(wish: StayWish): Walk[] | undefined {
  if (wish.wanted !== undefined || wish.weekday !== undefined || wish.oneOfNights) {
    return undefined;
  }
  const walk = (only: Prisma.Sql[]): Walk => ({
    only,
    columns: ['starts_on', 'listing_id'],
    // Weeks after another one in the list began on the same day or later.
    notBefore: ([, startsOn], isDescending) => [
      isDescending
        ? Prisma.sql`starts_on <= ${String(startsOn)}::date`
        : Prisma.sql`starts_on >= ${String(startsOn)}::date`,
    ],
  });
  if (wish.arrivals.length === 0) {
    return [walk([])];
  }
  const sides = wish.arrivals.every(isSameOnBothSides)
    ? [undefined]
    : (['north', 'south'] as const);
  return sides.flatMap((side) => {
    const ranges = wish.arrivals.map((range) => range[side ?? 'north']);
    const recent = addDays(
      ranges
        .map(({ from }) => from)
        .sort()
        .at(-1) ?? '',
      -longRun,
    );
    const last = ranges.map(({ to }) => to).sort()[0] ?? '';
    const onSide =
      side === undefined ? [] : [Prisma.sql`coalesce(latitude < 0, FALSE) = ${side === 'south'}`];
    return [
      walk([Prisma.sql`starts_on BETWEEN ${recent}::date AND ${last}::date`, ...onSide]),
      walk([
        Prisma.sql`starts_on < ${recent}::date AND ends_on - starts_on > ${Prisma.raw(String(longRun))}`,
        ...onSide,
      ]),
    ];
  });
}

/** A part of the weeks of a search by total, each currency on its own. */
export interface TotalWalk {
  /** Conditions on a row of `free_stretches`. */
  only: Prisma.Sql[];
  /** How many nights each stay has; `week` if the column `week_total_cents` has their totals. */
  nights: number | 'week';
}

/**
 * Weeks by total, if all have the same number of nights or up to a week, or more only where the owner
 * lets no fewer. Other nights than a week that are in a place and time are few, and sorted sooner.
 */
export function walksByTotal(
  wish: StayWish,
  { destinations }: Pick<Narrowing, 'destinations'>,
): TotalWalk[] | undefined {
  const nights = nightsOfStay(wish, Infinity);
  // A week, all free nights if these are fewer, or the fewest nights if these are more.
  if (nights === 7) {
    return [{ only: [], nights: 'week' }];
  }
  if (wish.leastNights !== nights || (destinations && wish.arrivals.length > 0)) {
    return undefined;
  }
  return wish.mostNights === nights
    ? [{ only: [], nights }]
    : [
        { only: [Prisma.sql`min_nights <= ${nights}::int`], nights },
        // The index `free_stretches_long_stays` has those with more than a week.
        { only: [Prisma.sql`min_nights > 7 AND min_nights > ${nights}::int`], nights: 'week' },
      ];
}
