import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '#api/modules/phrases/tokens.ts';
import { nearestWord } from './corrections.ts';
import english from './english.json' with { type: 'json' };
import { waysFrom, type Part } from './relaxation.ts';
import { segmentsOf, type KnownWords, type Segment } from './segments.ts';
import {
  areas,
  attributes,
  functionWords,
  orders,
  placeAliases,
  productWords,
  states,
} from './tables.ts';
import townLines from './towns.json' with { type: 'json' };
import { attributesByWords, fold, placeKey, places, towns } from './vocabulary.ts';

const known: KnownWords = {
  places: new Set([
    'maui',
    'hawaii',
    'aruba',
    'caribbean',
    'florida',
    'orlandoarea',
    'waltdisneyworld',

    'stthomas',
  ]),
  names: new Set(['maui ocean', 'ocean club', 'old key west', 'beach resort']),
  brands: new Map([
    ['marriott', 'Marriott Vacation Club'],
    ['disney', 'Disney Vacation Club'],
  ]),
  words: new Set(['maui', 'ocean', 'club', 'old', 'key', 'west', 'aruba', 'marriott', 'view']),
};

const read = (text: string): Segment[] =>
  segmentsOf(
    tokensOf(text).filter(({ word }) => fold(word) !== ''),
    known,
  );

const kinds = (text: string): string[] =>
  read(text).map(({ kind, isNegated }) => (isNegated ? `not ${kind}` : kind));

describe('segments', () => {
  it('have every word of a text in exactly one, in the order of the text', () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...'maui ocean view club near disney world not no without or OR HI hi fl 96761 cheap best pool kid friendly old key west marriott aruba zzqx the in "ocean club" paris 4'.split(
          ' ',
        ),
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 24 }), (words) => {
        const tokens = tokensOf(words.join(' ')).filter((token) => fold(token.word) !== '');
        const segments = segmentsOf(tokens, known);
        let at = 0;
        for (const { from, to } of segments) {
          // "not" belongs to the segment after it.
          while (
            at < from &&
            /^(not|no|without|except|excluding|sin)$/.test(fold(tokens[at]?.word ?? ''))
          ) {
            at += 1;
          }
          expect(from).toBe(at);
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        const rest = tokens.slice(at).map((token) => fold(token.word));
        expect(
          rest.filter((left) => !/^(not|no|without|except|excluding|sin)$/.test(left)),
        ).toEqual([]);
        expect(segments.filter(({ kind }) => kind === 'quoted')).toHaveLength(
          tokens.filter(({ isQuoted }) => isQuoted).length,
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['maui ocean view', ['place', 'attribute']],
    ['maui ocean club', ['name', 'word']],
    ['old key west', ['name']],
    ['key west', ['absent']],
    ['kid friendly maui', ['attribute', 'place']],
    ['near disney', ['place']],
    ['near disney world', ['near', 'place']],
    ['saint thomas', ['place']],
    ['maui hi', ['place', 'place']],
    ['maui HI 96761', ['place', 'place', 'noise']],
    ['96761', ['unknown']],
    ['hi', ['place']],
    ['in maui', ['noise', 'place']],
    ['maui or aruba', ['place', 'or', 'place']],
    ['maui not florida', ['place', 'not place']],
    ['maui without a pool', ['place', 'noise', 'not attribute']],
    ['marriott aruba', ['brand', 'place']],
    ['beach resort', ['attribute', 'product']],
    ['"maui" zzqx', ['quoted', 'unknown']],
    ['paris', ['absent']],
  ])('of %j are %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});

const part = (kind: Segment['kind'], at: number, isNegated = false): Part => ({
  query: `'${kind}${at}'`,
  of: {
    ...(kind === 'place' ? { kind, place: { label: 'Place', keys: [`place${at}`] } } : { kind }),
    from: at,
    to: at + 1,
    ...(isNegated && { isNegated }),
  } as Segment,
});

describe('the ways to search', () => {
  const anyPart = fc.tuple(
    fc.constantFrom<Segment['kind']>('place', 'word', 'attribute', 'name', 'brand', 'quoted'),
    fc.boolean(),
  );

  it('keep quoted words and a place, cost more with every way, and are few', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 16 }), (asked) => {
        const parts = asked.map(([kind, isNegated], at) =>
          part(kind, at, isNegated && kind !== 'quoted'),
        );
        const ways = waysFrom(parts, []);
        expect(ways.length).toBeLessThanOrEqual(128);
        expect(ways.map(({ cost }) => cost)).toEqual(
          ways.map(({ cost }) => cost).toSorted((a, b) => a - b),
        );
        const required = parts.filter(({ of }) => of.kind === 'quoted');
        const isPlaced = parts.some(({ of }) => of.kind === 'place' && !of.isNegated);
        for (const { query, dropped } of ways) {
          expect(required.every((quoted) => query.includes(quoted.query))).toBe(true);
          expect(query.includes("('place") || !isPlaced).toBe(true);
          expect(dropped.some(({ kind }) => kind === 'quoted')).toBe(false);
          // Never all resorts but some.
          expect(/(^|& )\(/.test(query)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leave out a negation before a word, a word before an attribute, and a brand last', () => {
    const ways = waysFrom(
      [
        part('place', 0),
        part('brand', 1),
        part('attribute', 2),
        part('word', 3),
        part('brand', 4, true),
      ],
      [],
    );
    expect(ways.slice(0, 4).map(({ dropped }) => dropped.map(({ from }) => from))).toEqual([
      [],
      [4],
      [3],
      [3, 4],
    ]);
    expect(ways.find(({ dropped }) => dropped.length === 1 && dropped[0]?.from === 1)?.cost).toBe(
      4,
    );
  });

  it('find either of two places that exclude each other', () => {
    const ways = waysFrom([part('place', 0), part('place', 1)], []);
    expect(ways.map(({ query }) => query)).toEqual([
      "('place0') & ('place1')",
      "('place0' | 'place1')",
    ]);
  });
});

describe('corrections', () => {
  const correct = (word: string, ...nearest: string[]) =>
    nearestWord(word, { words: known.words, nearest: new Map([[word, nearest.join(' ')]]) });

  it.each([
    ['arbua', 'aruba'],
    ['carribean', 'caribbean'],
    ['flroida', 'florida'],
    ['kuai', 'kauai'],
    ['beachfrnt', 'beachfront'],
  ])('read %s as %s', (word, right) => {
    expect(correct(word, 'aruba')).toBe(right);
  });

  it.each([
    'west',
    'best',
    'wife',
    'baby',
    'paris',
    'london',
    'house',
    'bluegreen',
    'june',
    'maui',
    '123',
    'zzq',
  ])('leave %s as it is', (word) => {
    expect(correct(word, 'vest', 'wifi', 'bay', 'park', 'aruba')).toBeUndefined();
  });

  it('of two letters keep the first', () => {
    expect(correct('xrubo', 'aruba')).toBeUndefined();
    expect(correct('arubxo', 'aruba')).toBe('aruba');
  });

  it('never change a word of the English list or of a town', () => {
    const words = [...english, ...townLines]
      .flatMap((line) => line.split(/[ ,]/))
      .filter((word) => word.length > 3);
    expect(words.length).toBeGreaterThan(30_000);
    fc.assert(
      fc.property(fc.constantFrom(...words), (word) => {
        expect(correct(word, `${word}s`, word.slice(1))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('the tables', () => {
  it('say each thing once', () => {
    const lists = [
      attributes.flatMap(({ words }) => words),
      Object.values(orders).flat(),
      productWords,
      functionWords,
      Object.values(states),
    ];
    for (const words of lists) {
      expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    }
    const amenitiesAndOrders = [...attributesByWords.keys()].filter((words) =>
      Object.values(orders)
        .flat()
        .some((order) => fold(order) === words),
    );
    expect(amenitiesAndOrders).toEqual([]);
  });

  it('have a place for every name', () => {
    const names = [
      ...Object.entries(areas).flatMap(([name, aliases]) => [name, ...aliases]),
      ...Object.entries(placeAliases).flatMap(([name, aliases]) => [name, ...aliases]),
      ...Object.values(states),
      'Aruba',
      'Thailand',
    ];
    expect(names.filter((name) => !places.has(placeKey(name)))).toEqual([]);
    expect(towns.size).toBeGreaterThan(5_000);
  });
});
