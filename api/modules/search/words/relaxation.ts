import type { Segment } from './segments.ts';
import { namesakes } from './tables.ts';
import { placeKey } from './vocabulary.ts';

/** A tsquery without hits: no place has an empty name. */
export const nothing = `'@'`;

/** A part of a query, and its segment of the text. */
export interface Part {
  query: string;
  of: Segment;
}

/** A query with some parts left out. */
export interface Way {
  query: string;
  cost: number;
  dropped: Segment[];
}

const mostDroppable = 6;

/** The cost of reading two contradictory places as either of them, or as the last. */
const either = 0.5;

/** The cost of leaving a segment out; undefined if it must stay. */
function costOf({ kind, isNegated }: Segment): number | undefined {
  const costs: Partial<Record<Segment['kind'], number>> = {
    word: 1,
    attribute: 2,
    name: 4,
    brand: 4,
  };
  return isNegated ? 0.5 : costs[kind];
}

const costOfAll = (parts: readonly Part[]): number =>
  parts.reduce((sum, { of }) => sum + (costOf(of) ?? 0), 0);

const queryOf = (parts: readonly Part[]): string =>
  parts.map(({ query, of }) => `${of.isNegated ? '!' : ''}(${query})`).join(' & ');

const ambiguous: ReadonlySet<string> = new Set(namesakes.map(placeKey));

interface Placing extends Omit<Way, 'query'> {
  parts: readonly Part[];
}

/** The combined places of a text, and alternatives if they contradict each other. */
function placingsOf(places: readonly Part[], isEither: boolean): Placing[] {
  const [first, ...others] = places;
  if (!first || others.length === 0) {
    return [{ parts: places, cost: 0, dropped: [] }];
  }
  const all: Placing = { parts: places, cost: 0, dropped: [] };
  const last = others.at(-1);
  // "Palm Beach Florida": another town has the same name, and Florida is the wider place.
  const isTownInState =
    last?.of.kind === 'place' &&
    last.of.place.isState &&
    first.of.kind === 'place' &&
    others.length === 1 &&
    first.of.place.keys.some((key) => ambiguous.has(key));
  const query = places.map((place) => place.query).join(' | ');
  return isTownInState
    ? [all, { parts: [last], cost: either, dropped: places.slice(0, -1).map(({ of }) => of) }]
    : [
        ...(isEither ? [] : [all]),
        { parts: [{ query, of: first.of }], cost: isEither ? 0 : either, dropped: [] },
      ];
}

/**
 * Queries with all or some parts, the cheapest first; at equal cost, earlier words are kept. Quoted
 * words and the last place stay.
 */
export function waysFrom(parts: readonly Part[], segments: readonly Segment[]): Way[] {
  const places = parts.filter(({ of }) => of.kind === 'place' && !of.isNegated);
  const droppable = parts.filter(({ of }) => costOf(of) !== undefined);
  const kept = parts.filter((part) => !places.includes(part) && !droppable.includes(part));
  const free = droppable.slice(0, mostDroppable);
  const beyond = droppable.slice(mostDroppable);
  const placings = placingsOf(
    places,
    segments.some(({ kind }) => kind === 'or'),
  );
  return Array.from({ length: 2 ** free.length }, (_, mask) => {
    const isDropped = (index: number): boolean => ((mask >> (free.length - 1 - index)) & 1) === 1;
    const dropped =
      mask === 0 ? [] : [...free.filter((_part, index) => isDropped(index)), ...beyond];
    return placings.map((placing) => ({
      rest: [...placing.parts, ...kept, ...droppable.filter((part) => !dropped.includes(part))],
      cost: placing.cost + costOfAll(dropped),
      dropped: [...placing.dropped, ...dropped.map(({ of }) => of)],
    }));
  })
    .flat()
    .filter(({ rest }) => rest.some(({ of }) => !of.isNegated))
    .map(({ rest, ...way }): Way => ({ ...way, query: queryOf(rest) }))
    .sort((one, other) => one.cost - other.cost);
}
