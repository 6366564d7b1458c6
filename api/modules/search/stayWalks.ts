import { Prisma } from '#api/generated/prisma/client.ts';
import { addDays } from '#common/days.ts';
import type { CursorValue } from '#api/platform/database/cursors.ts';
import type { Narrowing } from './resortFilter.ts';
import { isSameOnBothSides, nightsOfStay, type StayWish } from './stayWish.ts';

/**
 * A part of a search's weeks that an index holds in list order, so that reading can stop when a
 * page is full.
 */
export interface Walk {
  only: Prisma.Sql[];
  columns: string[];
  /** Conditions with which the index skips to the cursor. */
  notBefore: (cursor: readonly CursorValue[], isDescending: boolean) => Prisma.Sql[];
}

/** Nights; the index `free_stretches_long` holds longer stretches. */
const longRun = 31;

/**
 * Walks for weeks by arrival. The index is ordered by first free night; stretches that began before
 * the first requested day all arrive on that day, and are either recent or long.
 */
export function walksByArrival(wish: StayWish): Walk[] | undefined {
  if (wish.wanted !== undefined || wish.weekday !== undefined || wish.oneOfNights) {
    return undefined;
  }
  const walk = (only: Prisma.Sql[]): Walk => ({
    only,
    columns: ['starts_on', 'owner_cancellations', 'listing_id'],
    // Later weeks in the list begin on the same day or later.
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

/** A part of a search's weeks by total, per currency. */
export interface TotalWalk {
  only: Prisma.Sql[];
  /** Nights of each stay; `week` if the column `week_total_cents` holds the totals. */
  nights: number | 'week';
}

/**
 * Walks for weeks by total, if all stays have the same number of nights, or up to a week, or more
 * only where the owner requires it. Other lengths in a place and time are few, so sorting is
 * faster.
 */
export function walksByTotal(
  wish: StayWish,
  { destinations }: Pick<Narrowing, 'destinations'>,
): TotalWalk[] | undefined {
  const nights = nightsOfStay(wish, Infinity);
  // Seven nights; or all free nights if fewer; or the owner's minimum if higher.
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
        // The index `free_stretches_long_stays` holds minimum stays above a week.
        { only: [Prisma.sql`min_nights > 7 AND min_nights > ${nights}::int`], nights: 'week' },
      ];
}
