import fc from 'fast-check';
import { Kind, parse, visit, type DocumentNode, type SelectionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { CyclicFragmentError, measureDocument, mostRepeats } from './documentSize.ts';

/** Each fragment spreads those at the given distances after it, and has some fields. */
const documentOf = (fragments: { spreads: number[]; fields: number }[]): string =>
  fragments
    .map(({ spreads, fields }, index) => {
      const inside = [
        ...spreads.map((step) => index + step),
        ...Array.from({ length: fields }, (_, field) => `f${field}`),
      ].map((item) =>
        typeof item === 'string' ? item : item < fragments.length ? `...F${item}` : 'last',
      );
      return `${index === 0 ? 'query' : `fragment F${index} on Query`} { ${inside.join(' ')} }`;
    })
    .join('\n');

const fragmentGraph = fc.array(
  fc.record({
    spreads: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 }),
    fields: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 60 },
);

const selectionsIn = (document: DocumentNode): number => {
  let selections = 0;
  visit(document, {
    SelectionSet: (set) => {
      selections += set.selections.length;
    },
  });
  return selections;
};

/** Maximum number of fields of a definition, fragments expanded, counted up to `most`. */
function openedFields({ definitions }: DocumentNode, most: number): number {
  const sets = new Map<string, readonly SelectionNode[]>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      sets.set(definition.name.value, definition.selectionSet.selections);
    }
  }
  const counts = definitions.map((definition) => {
    const rest = 'selectionSet' in definition ? [...definition.selectionSet.selections] : [];
    let fields = 0;
    for (let next = rest.pop(); next && fields < most; next = rest.pop()) {
      if (next.kind === Kind.FIELD) {
        fields += 1;
      } else if (next.kind === Kind.FRAGMENT_SPREAD) {
        rest.push(...(sets.get(next.name.value) ?? []));
      }
    }
    return fields;
  });
  return Math.max(...counts);
}

describe('the size of a document', () => {
  it('is measured by visiting each selection once', () => {
    const countUpTo = 500;
    fc.assert(
      fc.property(fragmentGraph, (fragments) => {
        const document = parse(documentOf(fragments));
        const { size, visits } = measureDocument(document);
        expect(visits).toBe(selectionsIn(document));
        expect(Number.isSafeInteger(size.breadth)).toBe(true);
        expect(Math.min(size.breadth, countUpTo)).toBe(openedFields(document, countUpTo));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stays a safe integer if fragments double a thousand times', () => {
    const doubling = Array.from({ length: 1_000 }, () => ({ spreads: [1, 1], fields: 1 }));
    const { size, visits } = measureDocument(parse(documentOf(doubling)));
    expect(size.breadth).toBe(Number.MAX_SAFE_INTEGER);
    expect(visits).toBe(3_000);
  });

  it('counts levels, fields, fragments and aliases with fragments expanded', () => {
    const document = parse(`{ a: x { ...F y { z } } ... on T { ...F } }
      fragment F on T { b: p { q { r } } }`);
    expect(measureDocument(document).size).toEqual({
      depth: 4,
      breadth: 9,
      selections: 12,
      aliases: 3,
    });
  });

  it('does not count the levels of ofType', () => {
    const document = parse('{ __schema { types { ofType { ofType { ofType { name } } } } } }');
    expect(measureDocument(document).size).toMatchObject({ depth: 3, breadth: 6 });
  });

  it.each([
    '{ ...A } fragment A on Q { ...A }',
    '{ ...A } fragment A on Q { x { ...B } } fragment B on Q { y ...A }',
    '{ x } fragment A on Q { ...B } fragment B on Q { ...A }',
  ])('is refused if a fragment spreads itself: %s', (text) => {
    expect(() => measureDocument(parse(text))).toThrow(CyclicFragmentError);
  });
});

describe('repeats of a field', () => {
  it.each([
    ['{ x y z }', 1],
    ['{ x x a: x a: x a: y }', 3],
    ['{ x { y } x { y } ...F } fragment F on Q { x { y y } }', 4],
    ['{ ... on A { message } ... on B { message } }', 2],
    ['{ ...F } fragment F on Q { x } fragment G on Q { y y y }', 3],
  ])('of %s are %i', (text, repeats) => {
    expect(mostRepeats(parse(text))).toBe(repeats);
  });
});
