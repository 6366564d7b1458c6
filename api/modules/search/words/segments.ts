import type { Token } from '#api/modules/phrases/tokens.ts';
import { nearBrands, states, type Attribute } from './tables.ts';
import {
  attributesByWords,
  fold,
  functional,
  isRight,
  near,
  negating,
  nouns,
  ordersByWords,
  placeKey,
  places,
  product,
  titled,
  towns,
  type NamedPlace,
  type TextOrder,
} from './vocabulary.ts';

/** The most words read; further words are reported as left out. */
export const mostWords = 16;

const longestGroup = 5;

export interface KnownWords {
  places: ReadonlySet<string>;
  names: ReadonlySet<string>;
  brands: ReadonlyMap<string, string>;
  words: ReadonlySet<string>;
}

type SegmentKind =
  | { kind: 'place'; place: NamedPlace; isNear?: boolean }
  | { kind: 'absent' }
  | { kind: 'brand'; brand: string }
  | { kind: 'attribute'; attribute: Attribute }
  | { kind: 'order'; order: TextOrder }
  | { kind: 'name' | 'word' | 'quoted' | 'unknown' | 'noise' | 'product' | 'near' | 'not' | 'or' };

export type Segment = SegmentKind & { from: number; to: number; isNegated?: boolean };

type Read = Segment & { cost: number };

export const wordsAt = (tokens: readonly Token[], from: number, to: number): string =>
  fold(
    tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(' '),
  );

export const groupsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((_, from) =>
    Array.from({ length: Math.min(longestGroup, tokens.length - from) }, (_end, index) =>
      wordsAt(tokens, from, from + index + 1),
    ),
  );

/** Words that form no name, alone or together. */
const generic = new Set(
  'beach club clubs villa villas grand spa golf suites inn island lake ocean springs lodge view the at a in'.split(
    ' ',
  ),
);

const isGeneric = (word: string): boolean =>
  generic.has(word) || product.has(word) || functional.has(word) || attributesByWords.has(word);

/** Names of generic words alone, such as "beach club", don't count and would be slow to look up. */
export const mayBeName = (words: readonly string[]): boolean => !words.every(isGeneric);

/**
 * Whether adjacent words occur in a name and are more than a brand and a place, as in "Marriott
 * Aruba".
 */
function isName(words: readonly string[], known: KnownWords): boolean {
  if (!known.names.has(words.join(' ')) || !mayBeName(words)) {
    return false;
  }
  const others = words.filter((word) => placeOf(word, known)?.kind !== 'place');
  return others.length === words.length || !others.every((word) => known.brands.has(word));
}

/** Splits the words of a text into the segments with the lowest total cost. */
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
  const read = (segment: SegmentKind, cost: number): Read => ({ ...segment, from, to, cost });
  const attribute = attributesByWords.get(group);
  const order = ordersByWords.get(group);
  const brand = known.brands.get(group);
  return [
    ...[placeOf(group, known)].flatMap((place) => place ?? []).map((place) => read(place, 1)),
    // Cheaper than a place name that is spelled like the code.
    ...[stateAt(tokens, from, to, known)]
      .flatMap((place) => place ?? [])
      .map((place) => read(place, 0.9)),
    ...(brand === undefined ? [] : [read({ kind: 'brand', brand }, 1)]),
    ...(attribute ? [read({ kind: 'attribute', attribute }, 1)] : []),
    ...(order ? [read({ kind: 'order', order }, 1)] : []),
    ...(isName(words, known) ? [read({ kind: 'name' }, 1.1)] : []),
    ...(negating.has(group) ? [read({ kind: 'not' }, 0.2)] : []),
    ...(group === 'or' || group === 'o' ? [read({ kind: 'or' }, 0.1)] : []),
    ...nearReadings(tokens, from, to, known),
  ];
}

function placeOf(group: string, known: KnownWords): SegmentKind | undefined {
  const key = placeKey(group);
  if (key === '' || functional.has(group)) {
    return undefined;
  }
  const named = places.get(key);
  const keys = [...new Set([...(named?.keys ?? []), key])].filter((one) => known.places.has(one));
  if (keys.length > 0) {
    return { kind: 'place', place: { label: titled(group), ...named, keys } };
  }
  const isOfResorts = group.split(' ').every((word) => known.words.has(word));
  return named || (towns.has(key) && !isOfResorts) ? { kind: 'absent' } : undefined;
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

/**
 * A state code counts after a place, alone, or at the end of the text if it is in capitals or no
 * word.
 */
function stateAt(
  tokens: readonly Token[],
  at: number,
  to: number,
  known: KnownWords,
): SegmentKind | undefined {
  const token = tokens[at];
  const state = to === at + 1 && token && Object.hasOwn(states, token.word) && states[token.word];
  if (!state) return undefined;
  const isLast = tokens.slice(to).every(({ word }) => isZip(word));
  return tokens.length === 1 ||
    isAfterPlace(tokens, at, known) ||
    (isLast && (token.isCapital || !isRight(token.word)))
    ? placeOf(fold(state), known)
    : undefined;
}

const isAfterPlace = (tokens: readonly Token[], at: number, known: KnownWords): boolean =>
  Object.hasOwn(states, tokens[at - 1]?.word ?? '') ||
  tokens.slice(Math.max(0, at - longestGroup), at).some((_, index, before) => {
    const key = placeKey(wordsAt(before, index, before.length));
    return places.has(key) || towns.has(key) || known.places.has(key);
  });

const isZip = (word: string): boolean => /^\d{5}$/.test(word);

function wordAt(tokens: readonly Token[], from: number, known: KnownWords): Read {
  const word = wordsAt(tokens, from, from + 1);
  const read = (kind: 'noise' | 'product' | 'word' | 'unknown', cost: number): Read => ({
    kind,
    from,
    to: from + 1,
    cost,
  });
  if (
    functional.has(word) ||
    ((isZip(word) || nouns.has(word)) && isAfterPlace(tokens, from, known))
  ) {
    return read('noise', 0.3);
  }
  if (product.has(word)) {
    return read('product', 0.3);
  }
  return known.words.has(word) ? read('word', 2) : read('unknown', 3);
}

/** "not", "no" and "without" negate the next segment with a meaning. */
function withNegations(segments: readonly Segment[]): Segment[] {
  let isNegated = false;
  return segments.flatMap((segment): Segment[] => {
    if (segment.kind === 'not') {
      isNegated = true;
      return [];
    }
    const takes = isNegated && !['noise', 'product', 'near', 'or'].includes(segment.kind);
    if (takes) isNegated = false;
    return [takes ? { ...segment, isNegated: true } : segment];
  });
}
