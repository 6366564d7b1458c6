import {
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The maximum of each measure over the definitions of a document, with fragments expanded. */
export interface DocumentSize {
  /** Levels of fields. `ofType` adds none: types nest no deeper than the schema. */
  depth: number;
  breadth: number;
  selections: number;
  aliases: number;
}

interface Measured {
  size: DocumentSize;
  /** Visited selections; each counts once, however often its fragment is spread. */
  visits: number;
}

/** Needs no schema, and takes time linear in the length. @throws {CyclicFragmentError} */
export function measureDocument({ definitions }: DocumentNode): Measured {
  const fragments = fragmentsOf(definitions);
  const known = new Map<FragmentDefinitionNode, DocumentSize>();
  const open = new Set<FragmentDefinitionNode>();
  let visits = 0;

  const ofFragment = (fragment: FragmentDefinitionNode): DocumentSize => {
    const before = known.get(fragment);
    if (before) {
      return before;
    }
    if (open.has(fragment)) {
      throw new CyclicFragmentError(fragment.name.value);
    }
    open.add(fragment);
    const size = ofSelections(fragment.selectionSet.selections);
    open.delete(fragment);
    known.set(fragment, size);
    return size;
  };

  const ofSelection = (selection: SelectionNode): DocumentSize => {
    visits += 1;
    switch (selection.kind) {
      case Kind.FIELD: {
        const inner = ofSelections(selection.selectionSet?.selections ?? []);
        return {
          depth: inner.depth + (selection.name.value === 'ofType' ? 0 : 1),
          breadth: inner.breadth + 1,
          selections: inner.selections + 1,
          aliases: inner.aliases + (selection.alias ? 1 : 0),
        };
      }
      case Kind.INLINE_FRAGMENT: {
        const inner = ofSelections(selection.selectionSet.selections);
        return { ...inner, selections: inner.selections + 1 };
      }
      case Kind.FRAGMENT_SPREAD: {
        const fragment = fragments.get(selection.name.value);
        const inner = fragment ? ofFragment(fragment) : nothing;
        return { ...inner, selections: inner.selections + 1 };
      }
    }
  };

  const ofSelections = (selections: readonly SelectionNode[]): DocumentSize =>
    selections.map(ofSelection).reduce(together, nothing);

  const size = definitions
    .map((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        return ofFragment(definition);
      }
      return definition.kind === Kind.OPERATION_DEFINITION
        ? ofSelections(definition.selectionSet.selections)
        : nothing;
    })
    .reduce(largest, nothing);
  return { size, visits };
}

/**
 * Occurrences of one field at one place of a response, all of which are compared with each other.
 * Expands fragments: only for documents that `measureDocument` found small.
 */
export function mostRepeats({ definitions }: DocumentNode): number {
  const fragments = fragmentsOf(definitions);
  const collect = (set: SelectionSetNode, fields: Map<string, FieldNode[]>): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const same = fields.get(key);
        if (same) {
          same.push(selection);
        } else {
          fields.set(key, [selection]);
        }
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (inner) {
        collect(inner.selectionSet, fields);
      }
    }
  };
  const most = (sets: SelectionSetNode[]): number => {
    const fields = new Map<string, FieldNode[]>();
    sets.forEach((set) => collect(set, fields));
    return [...fields.values()]
      .map((same) => Math.max(same.length, most(same.flatMap((field) => field.selectionSet ?? []))))
      .reduce((one, other) => Math.max(one, other), 0);
  };
  return definitions
    .map((definition) => ('selectionSet' in definition ? most([definition.selectionSet]) : 0))
    .reduce((one, other) => Math.max(one, other), 0);
}

/** A fragment that spreads itself, directly or through others. */
export class CyclicFragmentError extends Error {
  constructor(readonly fragment: string) {
    super(`Cannot spread fragment "${fragment}" within itself.`);
  }
}

const nothing: DocumentSize = { depth: 0, breadth: 0, selections: 0, aliases: 0 };

/** A sum that stops at the largest safe integer. */
const add = (one: number, other: number): number => Math.min(one + other, Number.MAX_SAFE_INTEGER);

const together = (one: DocumentSize, other: DocumentSize): DocumentSize => ({
  depth: Math.max(one.depth, other.depth),
  breadth: add(one.breadth, other.breadth),
  selections: add(one.selections, other.selections),
  aliases: add(one.aliases, other.aliases),
});

const largest = (one: DocumentSize, other: DocumentSize): DocumentSize => ({
  depth: Math.max(one.depth, other.depth),
  breadth: Math.max(one.breadth, other.breadth),
  selections: Math.max(one.selections, other.selections),
  aliases: Math.max(one.aliases, other.aliases),
});

export const fragmentsOf = (
  definitions: readonly DefinitionNode[],
): Map<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
