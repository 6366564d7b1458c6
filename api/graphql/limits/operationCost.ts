import {
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  getArgumentValues,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  parse,
  print,
  valueFromASTUntyped,
  visit,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from './documentSize.ts';
import { mostConditions, mostWords, operationPoints, rootCosts, wordPoints } from './rootCosts.ts';

type Values = Readonly<Record<string, unknown>>;

export type CostOf = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Values,
) => number;

interface FieldCost {
  field: number;
  multiplier: number;
}

/** Assumed length of a list without an argument for its size. */
const usualLength = 10;

/** Introspection reads no rows: describing the whole schema costs this many points. */
const introspectionCostOfAll = 3_500;

const mostRemembered = 50;

/** Maximum length of the key of a cached cost. */
const longestRemembered = 100;

/** The variables that decide a cost: some by value, others only by their conditions. */
interface Deciding {
  values: readonly string[];
  conditions: readonly string[];
}

/**
 * Computes the costs of valid documents from the `complexity` of their fields and from `rootCosts`.
 * Visits each fragment once. Costs are cached by the variables that decide them. Cost functions
 * receive only arguments that are numbers or lists; of a text or a filter, only its conditions
 * decide the cost.
 */
export function createCosts(schema: GraphQLSchema): CostOf {
  const known = new WeakMap<
    OperationDefinitionNode,
    { deciding: Deciding; costs: Map<string, number> }
  >();
  return (document, operation, variables) => {
    const before = known.get(operation);
    const cost = before?.costs.get(keyOf(before.deciding, variables));
    if (cost !== undefined) {
      return cost;
    }
    const computed = computeCost(schema, document, operation, variables);
    const remembered = before ?? { deciding: computed.deciding, costs: new Map() };
    known.set(operation, remembered);
    const key = keyOf(computed.deciding, variables);
    if (key.length <= longestRemembered) {
      if (remembered.costs.size >= mostRemembered) {
        remembered.costs.clear();
      }
      remembered.costs.set(key, computed.cost);
    }
    return computed.cost;
  };
}

/** An omitted variable takes its default value, but a null variable does not. */
const keyOf = ({ values: names, conditions }: Deciding, values: Values): string =>
  JSON.stringify([
    ...names.map((name) => (Object.hasOwn(values, name) ? [values[name]] : [])),
    ...conditions.map((name) => (Object.hasOwn(values, name) ? [shapeOf(values[name])] : [])),
  ]);

/** The conditions in a text, a filter or a part of it, without their values. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([name, part]) => [name, shapeOf(part)]);
  }
  return typeof value === 'string' ? wordsIn(value) : valuesIn(value);
}

const wordsIn = (text: unknown): number =>
  typeof text === 'string'
    ? Math.min(text.split(/\s+/, mostWords + 2).filter(Boolean).length, mostWords)
    : 0;

const valuesIn = (value: unknown): number =>
  value == null ? 0 : Array.isArray(value) ? value.length : 1;

/** Each amenity must match, so it counts; a season is several months per hemisphere. */
const conditionsIn = (filter: unknown): number =>
  Object.entries(filter ?? {}).reduce((sum, [name, value]) => {
    const values = valuesIn(value);
    const weight = name === 'season' ? 4 : 1;
    const conditions = name === 'amenities' ? values : Math.min(values, 1) * weight;
    return Math.min(sum + conditions, mostConditions);
  }, 0);

function computeCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Values,
): { cost: number; deciding: Deciding } {
  const fragments = fragmentsOf(document.definitions);
  const costsOfFragments = new Map<FragmentDefinitionNode, number>();
  const deciding = new Set<string>();
  const ofConditions = new Set<string>();
  const root = schema.getRootType(operation.operation);
  // Fields with the same response key are executed once, whichever fragments select them.
  const answered = new Set<string>();
  const texts = new Set<string>();

  const readArguments = (field: GraphQLField<unknown, unknown>, node: FieldNode): Values | null => {
    const read = argumentsOf(schema, operation, given, field, node);
    read.deciding.forEach((name) => deciding.add(name));
    return read.values;
  };

  const costOfField = (node: FieldNode, parent: GraphQLNamedType): number => {
    const field = fieldOf(schema, parent, node.name.value);
    if (!field) {
      return isIntrospectionType(parent) ? introspectionPointOf(schema) : 1;
    }
    const own = isIntrospectionType(parent)
      ? introspectionCost(schema, field)
      : ownCost(field, () => readArguments(field, node));
    const below = node.selectionSet ? costOfSet(node.selectionSet, getNamedType(field.type)) : 0;
    const answer = node.alias?.value ?? node.name.value;
    const isFirst = parent === root && !answered.has(answer);
    if (parent === root) {
      answered.add(answer);
      conditionsOf(node).forEach(({ value }) =>
        visit(value, { Variable: ({ name }) => void ofConditions.add(name.value) }),
      );
    }
    return (
      own.field +
      below * Math.max(own.multiplier, 0) +
      (isFirst ? rootPoints(operation, given, node, texts) : 0)
    );
  };

  const costOfFragment = (fragment: FragmentDefinitionNode): number => {
    const before = costsOfFragments.get(fragment);
    if (before !== undefined) {
      return before;
    }
    const type = schema.getType(fragment.typeCondition.name.value);
    const cost = type ? costOfSet(fragment.selectionSet, type) : 0;
    costsOfFragments.set(fragment, cost);
    return cost;
  };

  const costOfSelection = (selection: SelectionNode, parent: GraphQLNamedType): number => {
    switch (selection.kind) {
      case Kind.FIELD:
        return costOfField(selection, parent);
      case Kind.INLINE_FRAGMENT: {
        const { typeCondition, selectionSet } = selection;
        const type = typeCondition ? schema.getType(typeCondition.name.value) : parent;
        return costOfSet(selectionSet, type ?? parent);
      }
      case Kind.FRAGMENT_SPREAD: {
        const fragment = fragments.get(selection.name.value);
        return fragment ? costOfFragment(fragment) : 0;
      }
    }
  };

  const costOfSet = (set: SelectionSetNode, parent: GraphQLNamedType): number =>
    set.selections.reduce((sum, selection) => sum + costOfSelection(selection, parent), 0);

  const cost = root ? operationPoints + Math.ceil(costOfSet(operation.selectionSet, root)) : 0;
  return {
    cost,
    deciding: { values: [...deciding].sort(), conditions: [...ofConditions].sort() },
  };
}

/** The arguments that decide the cost of a root field (`rootCosts.ts`). */
const conditionsOf = ({ name, arguments: args = [] }: FieldNode): readonly ArgumentNode[] =>
  args.filter(
    (argument) =>
      argument.name.value === 'query' ||
      (argument.name.value === 'filter' && rootCosts[name.value]?.condition !== undefined),
  );

/** @param texts earlier texts of search fields, whose words are already charged */
function rootPoints(
  operation: OperationDefinitionNode,
  given: Values,
  node: FieldNode,
  texts: Set<string>,
): number {
  const cost = operation.operation === 'query' ? rootCosts[node.name.value] : undefined;
  if (!cost) {
    return 0;
  }
  const { points, condition = 0 } = cost;
  const args = conditionsOf(node);
  const values = args.length === 0 ? {} : withDefaults(operation, given);
  return args.reduce((sum, { name, value }) => {
    const asked: unknown = valueFromASTUntyped(value, values);
    if (name.value === 'filter') {
      return sum + condition * conditionsIn(asked);
    }
    const isNew = texts.size < texts.add(print(value)).size;
    return sum + (isNew ? wordPoints * wordsIn(asked) : 0);
  }, points);
}

const withDefaults = (operation: OperationDefinitionNode, given: Values): Values => ({
  ...Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  ),
  ...given,
});

/**
 * The numeric and list arguments of a field, null if invalid, and the names of the variables that
 * decide them.
 */
function argumentsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Values,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): { values: Values | null; deciding: ReadonlySet<string> } {
  const args = field.args.filter(({ type }) => mayDecide(type));
  const deciding = new Set<string>();
  for (const { name, value } of node.arguments ?? []) {
    if (args.some((argument) => argument.name === name.value)) {
      visit(value, { Variable: (variable) => void deciding.add(variable.name.value) });
    }
  }
  // Only these variables are part of the cache key.
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    deciding.has(variable.name.value),
  );
  try {
    const { coerced } = getVariableValues(schema, definitions, given);
    return { values: getArgumentValues({ ...field, args }, node, coerced ?? {}), deciding };
  } catch {
    return { values: null, deciding };
  }
}

/** The cost without selections, by the variables and the texts whose words are already charged. */
export function costOfFieldAlone(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  parent: GraphQLNamedType,
  node: FieldNode,
): { costWith(given: Values, texts: Set<string>): number; type: GraphQLNamedType } | undefined {
  const field = fieldOf(schema, parent, node.name.value);
  if (!field) {
    return undefined;
  }
  const isOfRoot = parent === schema.getRootType(operation.operation);
  return {
    type: getNamedType(field.type),
    costWith: (given, texts) =>
      isIntrospectionType(parent)
        ? introspectionPointOf(schema)
        : ownCost(field, () => argumentsOf(schema, operation, given, field, node).values).field +
          (isOfRoot ? rootPoints(operation, given, node, texts) : 0),
  };
}

const mayDecide = (type: GraphQLInputType): boolean =>
  isListType(getNullableType(type))
    ? !isInputObjectType(getNamedType(type))
    : ['Int', 'Float'].includes(getNamedType(type).name);

/** Points per introspection field; the larger the schema, the fewer. */
function introspectionPointOf(schema: GraphQLSchema): number {
  const before = introspectionPoints.get(schema);
  if (before !== undefined) {
    return before;
  }
  introspectionPoints.set(schema, 1);
  const document = parse(getIntrospectionQuery());
  const operation = getOperationAST(document);
  const all = operation ? computeCost(schema, document, operation, {}).cost : 1;
  const point = introspectionCostOfAll / all;
  introspectionPoints.set(schema, point);
  return point;
}

const introspectionPoints = new WeakMap<GraphQLSchema, number>();

function introspectionCost(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
): FieldCost {
  const length = field.name === 'types' ? Object.keys(schema.getTypeMap()).length : usualLength;
  return { field: introspectionPointOf(schema), multiplier: isList(field) ? length : 1 };
}

/** @param readArguments returns null if the arguments are invalid */
function ownCost(
  field: GraphQLField<unknown, unknown>,
  readArguments: () => Values | null,
): FieldCost {
  const usual = { field: 1, multiplier: isList(field) ? usualLength : 1 };
  const stated = field.extensions['complexity'] as
    | number
    | Partial<FieldCost>
    | ((args: Values) => number | Partial<FieldCost>)
    | undefined;
  const args = typeof stated === 'function' ? readArguments() : {};
  if (args === null) {
    // The field will be an error, and nothing below it is read.
    return { field: 1, multiplier: 0 };
  }
  const cost = typeof stated === 'function' ? stated(args) : stated;
  return typeof cost === 'number' ? { ...usual, field: cost } : { ...usual, ...cost };
}

const isList = (field: GraphQLField<unknown, unknown>): boolean =>
  isListType(getNullableType(field.type));

function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}
