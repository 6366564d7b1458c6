import {
  Kind,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from '../limits/documentSize.ts';
import { costOfFieldAlone } from '../limits/operationCost.ts';
import { operationPoints } from '../limits/rootCosts.ts';

/**
 * The cost of a response in points: like the cost of its operation, with the actual lengths of
 * lists. A field that is null costs only itself.
 */
export function usedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  data: unknown,
): number {
  const fragments = fragmentsOf(document.definitions);
  const texts = new Set<string>();

  /** The fields of a set by response key; of two with one key, they are the same field. */
  const fieldsOf = (
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    found: Map<string, { node: FieldNode; parent: GraphQLNamedType }[]>,
  ): typeof found => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        found.set(key, [...(found.get(key) ?? []), { node: selection, parent }]);
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const type = inner?.typeCondition && schema.getType(inner.typeCondition.name.value);
      if (inner) {
        fieldsOf(inner.selectionSet, type ?? parent, found);
      }
    }
    return found;
  };

  const costOfValue = (
    value: unknown,
    sets: SelectionSetNode[],
    type: GraphQLNamedType,
  ): number => {
    if (Array.isArray(value)) {
      return value.reduce<number>((sum, item) => sum + costOfValue(item, sets, type), 0);
    }
    if (typeof value !== 'object' || value === null) {
      return 0;
    }
    const fields = new Map<string, { node: FieldNode; parent: GraphQLNamedType }[]>();
    sets.forEach((set) => fieldsOf(set, type, fields));
    return Object.entries(value).reduce((sum, [key, inner]) => {
      const nodes = fields.get(key) ?? [];
      const [first] = nodes;
      const own =
        first && costOfFieldAlone(schema, operation, variables, first.parent, first.node, texts);
      if (!own) {
        return sum;
      }
      const inside = nodes.flatMap(({ node }) => node.selectionSet ?? []);
      return sum + own.points + costOfValue(inner, inside, own.type);
    }, 0);
  };

  const root = schema.getRootType(operation.operation);
  return isObjectType(root)
    ? operationPoints + Math.ceil(costOfValue(data, [operation.selectionSet], root))
    : 0;
}
