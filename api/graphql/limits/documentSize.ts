import {
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export interface DocumentSize {
  /** Levels of fields. `ofType` adds none: types nest no deeper than the schema. */
  depth: number;
  breadth: number;
  selections: number;
  aliases: number;
}

/** Needs no schema, and takes time linear in the length. @throws {CyclicFragmentError} */
export function measureDocument({ definitions }: DocumentNode) {
  const fragments = fragmentsOf(definitions);
  const known = new Map<FragmentDefinitionNode, DocumentSize>();
  const open = new Set<FragmentDefinitionNode>();
  /** Visited selections; each counts once, however often its fragment is spread. */
  let visits = 0;

  const ofFragment = (fragment: FragmentDefinitionNode | undefined): DocumentSize => {
    const before = fragment ? known.get(fragment) : nothing;
    if (!fragment || before) {
      return before ?? nothing;
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
    const isField = selection.kind === Kind.FIELD;
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? ofFragment(fragments.get(selection.name.value))
        : ofSelections(selection.selectionSet?.selections ?? []);
    return {
      depth: inner.depth + (isField && selection.name.value !== 'ofType' ? 1 : 0),
      breadth: inner.breadth + (isField ? 1 : 0),
      selections: inner.selections + 1,
      aliases: inner.aliases + (isField && selection.alias ? 1 : 0),
    };
  };

  const ofSelections = (selections: readonly SelectionNode[]): DocumentSize =>
    selections.map(ofSelection).reduce(together, nothing);

  const size = definitions
    .map((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? ofFragment(definition)
        : ofSelections('selectionSet' in definition ? definition.selectionSet.selections : []),
    )
    .reduce(largest, nothing);
  return { size, visits };
}

/**
 * The most often that a document selects the same response key at the same place. graphql-js compares
 * each pair of these selections. Expands fragments: only for documents that `measureDocument` found small.
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

export class CyclicFragmentError extends Error {
  constructor(readonly fragment: string) {
    super(`Cannot spread fragment "${fragment}" within itself.`);
  }
}

const nothing: DocumentSize = { depth: 0, breadth: 0, selections: 0, aliases: 0 };

/** A sum that stops at the largest safe integer. */
const add = (one: number, other: number): number => Math.min(one + other, Number.MAX_SAFE_INTEGER);

const combined =
  (sum: (one: number, other: number) => number) =>
  (one: DocumentSize, other: DocumentSize): DocumentSize => ({
    depth: Math.max(one.depth, other.depth),
    breadth: sum(one.breadth, other.breadth),
    selections: sum(one.selections, other.selections),
    aliases: sum(one.aliases, other.aliases),
  });

const together = combined(add);

const largest = combined(Math.max);

export const fragmentsOf = (
  definitions: readonly DefinitionNode[],
): Map<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
