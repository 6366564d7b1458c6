import type { Segment } from './segments.ts';

/** A tsquery that no resort meets: no place has an empty name. */
export const nothing = `'@'`;

/** A part of a query, and what says it. */
export interface Part<Of> {
  query: string;
  of: Of;
}

/** A query with some parts left out. */
export interface Way {
  query: string;
  cost: number;
  dropped: Segment[];
}

/** Parts that may be left out; beyond these the last ones are left out together. */
const mostDroppable = 6;

const either = 0.5;

/** What it costs to leave out a part; undefined if it must stay. */
function costOf({ kind, isNegated }: Segment): number | undefined {
  if (isNegated) return 0.5;
  const costs: Partial<Record<Segment['kind'], number>> = {
    word: 1,
    attribute: 2,
    name: 4,
    brand: 4,
  };
  return costs[kind];
}

const bracketed = ({ query, of }: Part<Segment>): string => `${of.isNegated ? '!' : ''}(${query})`;

export const requiredQuery = (parts: readonly Part<Segment>[]): string =>
  parts.map(bracketed).join(' & ');

/**
 * Queries with all parts or some, the cheapest first; of equally cheap ones, the one that keeps the
 * earlier words. Places stay; those that exclude each other become either.
 * @param isEither Whether the text says "or" between places
 */
export function waysFrom(parts: readonly Part<Segment>[], isEither: boolean): Way[] {
  const places = parts.filter(({ of }) => of.kind === 'place' && !of.isNegated);
  const droppable = parts.filter(({ of }) => costOf(of) !== undefined);
  const kept = parts.filter((part) => !places.includes(part) && !droppable.includes(part));
  const free = droppable.slice(0, mostDroppable);
  const beyond = droppable.slice(mostDroppable);
  const anyPlace: Part<Segment>[] = places.slice(0, 1).map(({ of }) => ({
    of,
    query: places.map(({ query }) => query).join(' | '),
  }));
  const placings =
    places.length < 2
      ? [{ parts: places, cost: 0 }]
      : isEither
        ? [{ parts: anyPlace, cost: 0 }]
        : [
            { parts: places, cost: 0 },
            { parts: anyPlace, cost: either },
          ];
  const whole = Array.from({ length: 2 ** free.length }, (_, mask) => mask).flatMap((mask) =>
    placings.map((placing): Way => {
      const isDropped = (index: number): boolean => ((mask >> (free.length - 1 - index)) & 1) === 1;
      const dropped = free.filter((_part, index) => isDropped(index));
      const rest = [
        ...placing.parts,
        ...kept,
        ...free.filter((part) => !dropped.includes(part)),
        ...(mask === 0 ? beyond : []),
      ];
      const gone = mask === 0 ? dropped : [...dropped, ...beyond];
      return {
        query: rest.some(({ of }) => !of.isNegated) ? requiredQuery(rest) : '',
        cost: placing.cost + gone.reduce((sum, { of }) => sum + (costOf(of) ?? 0), 0),
        dropped: gone.map(({ of }) => of),
      };
    }),
  );
  return whole.filter(({ query }) => query !== '').sort((one, other) => one.cost - other.cost);
}
