import type { Token } from '../../phrases/tokens.ts';
import { nearBrands, states } from './tables.ts';
import {
  attributesByWords,
  fold,
  functional,
  near,
  negating,
  ordersByWords,
  placeKey,
  places,
  product,
  towns,
  type NamedPlace,
  type TextOrder,
} from './vocabulary.ts';

/** Words that are read at once; the others are named as left out. */
export const mostWords = 16;

/** Words of a name. */
const longestGroup = 5;

/** What the directory says of the words of a text. */
export interface KnownWords {
  /** Keys of places that have resorts. */
  places: ReadonlySet<string>;
  /** Words that stand together in a name. */
  names: ReadonlySet<string>;
  /** Brands by their names and aliases. */
  brands: ReadonlyMap<string, string>;
  /** Single words that resorts have. */
  words: ReadonlySet<string>;
}

export type Segment = { from: number; to: number; isNegated?: boolean } & (
  | { kind: 'place'; place: NamedPlace; isNear?: boolean }
  | { kind: 'absent' }
  | { kind: 'brand'; brand: string }
  | { kind: 'attribute'; amenities: readonly string[] }
  | { kind: 'order'; order: TextOrder }
  | { kind: 'name' | 'word' | 'quoted' | 'unknown' | 'noise' | 'product' | 'near' | 'not' | 'or' }
);

type Read = { cost: number } & Segment;

export const wordsAt = (tokens: readonly Token[], from: number, to: number): string =>
  fold(
    tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(' '),
  );

/** Every run of 1 to 5 words. */
export const groupsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((_, from) =>
    Array.from({ length: Math.min(longestGroup, tokens.length - from) }, (_end, index) =>
      wordsAt(tokens, from, from + index + 1),
    ),
  );

/** Words that are no name by themselves, nor with each other. */
const generic = new Set(
  'beach club clubs villa villas grand spa golf suites inn island lake ocean springs lodge view the at a in'.split(
    ' ',
  ),
);

const isGeneric = (word: string): boolean =>
  generic.has(word) || product.has(word) || functional.has(word) || attributesByWords.has(word);

/** Reads the words of a text as segments, of which all together cost the least. */
export function segmentsOf(tokens: readonly Token[], known: KnownWords): Segment[] {
  const best: { cost: number; last?: Read }[] = [{ cost: 0 }];
  tokens.forEach((_, from) => {
    const before = best[from];
    if (!before) return;
    for (const read of readingsAt(tokens, from, known)) {
      const cost = before.cost + read.cost;
      if (cost < (best[read.to]?.cost ?? Infinity)) {
        best[read.to] = { cost, last: read };
      }
    }
  });
  const segments: Segment[] = [];
  for (let at = best[tokens.length]?.last; at; at = best[at.from]?.last) {
    segments.unshift(at);
  }
  return withNegations(segments);
}

function readingsAt(tokens: readonly Token[], from: number, known: KnownWords): Read[] {
  const [token] = tokens.slice(from);
  if (token?.isQuoted) {
    return [{ kind: 'quoted', from, to: from + 1, cost: 0 }];
  }
  const found: Read[] = [];
  for (let to = from + 1; to <= Math.min(tokens.length, from + longestGroup); to += 1) {
    if (tokens[to - 1]?.isQuoted) break;
    found.push(...readingsOf(tokens, from, to, known));
  }
  return [...found, wordAt(tokens, from, known)];
}

function readingsOf(tokens: readonly Token[], from: number, to: number, known: KnownWords): Read[] {
  const group = wordsAt(tokens, from, to);
  const words = group.split(' ');
  const key = placeKey(group);
  const named = places.get(key);
  const keys = [...new Set([...(named?.keys ?? []), key])].filter((one) => known.places.has(one));
  const code = from + 1 === to ? stateAt(tokens, from) : undefined;
  const amenities = attributesByWords.get(group);
  const order = ordersByWords.get(group);
  const brand = known.brands.get(group);
  const isKnown = words.every((word) => known.words.has(word));
  const span = { from, to };
  return [
    ...(keys.length > 0 && key !== '' && !functional.has(group)
      ? [
          {
            ...span,
            kind: 'place' as const,
            place: { label: named?.label ?? titled(group), keys },
            cost: 1,
          },
        ]
      : []),
    ...(key !== '' && keys.length === 0 && (named || (towns.has(key) && !isKnown))
      ? [{ ...span, kind: 'absent' as const, cost: 1 }]
      : []),
    ...(code !== undefined
      ? [
          known.places.has(placeKey(code))
            ? {
                ...span,
                kind: 'place' as const,
                place: { label: code, keys: [placeKey(code)] },
                cost: 0.9,
              }
            : { ...span, kind: 'absent' as const, cost: 0.9 },
        ]
      : []),
    ...(brand !== undefined ? [{ ...span, kind: 'brand' as const, brand, cost: 1 }] : []),
    ...(amenities ? [{ ...span, kind: 'attribute' as const, amenities, cost: 1 }] : []),
    ...(order ? [{ ...span, kind: 'order' as const, order, cost: 1 }] : []),
    ...(known.names.has(group) && !words.every(isGeneric)
      ? [{ ...span, kind: 'name' as const, cost: 1.1 }]
      : []),
    ...(negating.has(group) ? [{ ...span, kind: 'not' as const, cost: 0.2 }] : []),
    ...(group === 'or' || group === 'o' ? [{ ...span, kind: 'or' as const, cost: 0.1 }] : []),
    ...nearReadings(tokens, from, to, known),
  ];
}

/** "near X", "30 minutes from X", and "near disney". */
function nearReadings(
  tokens: readonly Token[],
  from: number,
  to: number,
  known: KnownWords,
): Read[] {
  const words = wordsAt(tokens, from, to).split(' ');
  if (/^\d+$/.test(words[0] ?? '') && words.length > 1) words.shift();
  if (near.has(words.join(' '))) {
    return [{ kind: 'near', from, to, cost: 0.2 }];
  }
  const last = words.at(-1) ?? '';
  const labels = Object.hasOwn(nearBrands, last) ? (nearBrands[last] ?? []) : [];
  const keys = labels.map(placeKey).filter((key) => known.places.has(key));
  return keys.length > 0 && near.has(words.slice(0, -1).join(' '))
    ? [{ kind: 'place', from, to, place: { label: titled(last), keys }, isNear: true, cost: 0.5 }]
    : [];
}

/** A postal code counts after a place, alone, or in capitals at the end. */
function stateAt(tokens: readonly Token[], at: number): string | undefined {
  const word = tokens[at]?.word ?? '';
  const state = Object.hasOwn(states, word) ? states[word] : undefined;
  if (state === undefined) return undefined;
  const rest = tokens.slice(at + 1);
  const isLast = rest.every(({ word: next }) => /^\d{5}$/.test(next));
  const before = tokens.slice(0, at).findIndex((_, from) => {
    const key = placeKey(wordsAt(tokens, from, at));
    return at - from <= longestGroup && (places.has(key) || towns.has(key));
  });
  return tokens.length === 1 || before !== -1 || (isLast && at > 0 && tokens[at]?.isCapital)
    ? state
    : undefined;
}

function wordAt(tokens: readonly Token[], from: number, known: KnownWords): Read {
  const word = wordsAt(tokens, from, from + 1);
  const span = { from, to: from + 1 };
  if (word === '' || functional.has(word)) {
    return { ...span, kind: 'noise', cost: 0.3 };
  }
  const isZip = /^\d{5}$/.test(word) && from > 0;
  if (
    isZip &&
    tokens.some(
      ({ word: other }, at) =>
        at < from && (places.has(placeKey(other)) || Object.hasOwn(states, other)),
    )
  ) {
    return { ...span, kind: 'noise', cost: 0.3 };
  }
  if (product.has(word)) {
    return { ...span, kind: 'product', cost: 0.3 };
  }
  return known.words.has(word)
    ? { ...span, kind: 'word', cost: 2 }
    : { ...span, kind: 'unknown', cost: 3 };
}

/** "not", "no", "without" take the next segment that says something. */
function withNegations(segments: readonly Segment[]): Segment[] {
  let isNegated = false;
  return segments.flatMap((segment): Segment[] => {
    if (segment.kind === 'not') {
      isNegated = true;
      return [];
    }
    const takes = isNegated && !['noise', 'product', 'near', 'or'].includes(segment.kind);
    if (takes) isNegated = false;
    return [takes ? { ...segment, from: segment.from, isNegated: true } : segment];
  });
}

export const titled = (words: string): string =>
  words.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
