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

type Values = Readonly<Record<string, unknown>>;

export type UsedCost = (variables: Values, data: unknown) => number;

interface CountedField {
  costWith(variables: Values, texts: Set<string>): number;
  below: Fields;
}

type Fields = ReadonlyMap<string, CountedField>;

/** Like the cost of the operation, with the actual lengths of lists; null costs only itself. */
export function usedCostOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): UsedCost {
  const root = schema.getRootType(operation.operation);
  const fields = isObjectType(root)
    ? countedFields({ schema, document, operation }, [operation.selectionSet], root)
    : undefined;
  return (variables, data) => {
    const texts = new Set<string>();
    // A field costs the same for each object of a list.
    const costs = new Map<CountedField, number>();
    const costOf = (field: CountedField): number => {
      const cost = costs.get(field) ?? field.costWith(variables, texts);
      costs.set(field, cost);
      return cost;
    };
    const count = (value: unknown, below: Fields): number => {
      if (typeof value !== 'object' || value === null) {
        return 0;
      }
      let sum = 0;
      if (Array.isArray(value)) {
        for (const item of value) sum += count(item, below);
        return sum;
      }
      for (const [key, inner] of Object.entries(value)) {
        const field = below.get(key);
        if (field) sum += costOf(field) + count(inner, field.below);
      }
      return sum;
    };
    return fields ? operationPoints + Math.ceil(count(data, fields)) : 0;
  };
}

/** The fields of selections; fields of the same response key are identical. */
function countedFields(
  given: { schema: GraphQLSchema; document: DocumentNode; operation: OperationDefinitionNode },
  sets: readonly SelectionSetNode[],
  type: GraphQLNamedType,
): Fields {
  const { schema, document, operation } = given;
  const fragments = fragmentsOf(document.definitions);
  const found = new Map<string, { node: FieldNode; parent: GraphQLNamedType }[]>();
  const collect = (set: SelectionSetNode, parent: GraphQLNamedType): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        found.set(key, [...(found.get(key) ?? []), { node: selection, parent }]);
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const condition = inner?.typeCondition && schema.getType(inner.typeCondition.name.value);
      if (inner) collect(inner.selectionSet, condition ?? parent);
    }
  };
  sets.forEach((set) => collect(set, type));
  const fields = new Map<string, CountedField>();
  for (const [key, [first, ...others]] of found) {
    const own = first && costOfFieldAlone(schema, operation, first.parent, first.node);
    if (own) {
      const inside = [first, ...others].flatMap(({ node }) => node.selectionSet ?? []);
      fields.set(key, { costWith: own.costWith, below: countedFields(given, inside, own.type) });
    }
  }
  return fields;
}
