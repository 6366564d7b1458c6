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
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { mostRows } from '#api/platform/limits/rows.ts';
import { fragmentsOf } from './documentSize.ts';
import {
  mostConditions,
  mostWords,
  operationPoints,
  rootCosts,
  rowCosts,
  wordPoints,
} from './rootCosts.ts';

type Values = Readonly<Record<string, unknown>>;

export type CostOf = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Values,
) => number;

/** The cost of a response in points. */
export type UsedCost = (variables: Values, data: unknown) => number;

interface FieldCost {
  field: number;
  multiplier: number;
}

/** A selected field. Fragments are expanded: `documentGate.ts` bounds the selections. */
interface CostedField {
  key: string;
  /** Whether it is counted in responses. */
  isUsed: boolean;
  /** Without `below`, and without the points of a root field. */
  cost(given: Values): FieldCost;
  /** @param texts earlier texts of search fields, whose words are already charged */
  rootPoints?(given: Values, texts: Set<string>): number;
  below: readonly CostedField[];
}

/** Assumed length of a list without an argument for its size. */
const usualLength = 10;

/** Introspection reads no rows: describing the whole schema costs this many points. */
const introspectionCostOfAll = 3_500;

/** Costs valid documents by the `complexity` of their fields and by `rootCosts`. */
export function createCosts(schema: GraphQLSchema): CostOf {
  const costs = new WeakMap<OperationDefinitionNode, WeakMap<Values, number>>();
  return (document, operation, given) => {
    const known = costs.get(operation) ?? new WeakMap<Values, number>();
    costs.set(operation, known);
    const cost = known.get(given) ?? costOfFields(fieldsOf(schema, document, operation), given);
    known.set(given, cost);
    return cost;
  };
}

function costOfFields(fields: readonly CostedField[], given: Values): number {
  // Fields with the same response key are executed once, whichever fragments select them.
  const answered = new Set<string>();
  const texts = new Set<string>();
  const costOf = (some: readonly CostedField[]): number =>
    some.reduce((sum, { key, cost, rootPoints, below }) => {
      const { field, multiplier } = cost(given);
      const isFirst = rootPoints && answered.size < answered.add(key).size;
      const points = isFirst ? rootPoints(given, texts) : 0;
      return sum + field + costOf(below) * Math.max(multiplier, 0) + points;
    }, 0);
  return operationPoints + Math.ceil(costOf(fields));
}

interface CountedField {
  own: CostedField;
  below: Counted;
}

type Counted = ReadonlyMap<string, CountedField>;

/** Like the cost of the operation, with the actual lengths of lists; null costs only itself. */
export function usedCostOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): UsedCost {
  const fields = byKey(fieldsOf(schema, document, operation));
  return (variables, data) => {
    const texts = new Set<string>();
    // A field costs the same for each object of a list.
    const costs = new Map<CountedField, number>();
    const costOf = (counted: CountedField): number => {
      const { own } = counted;
      const cost =
        costs.get(counted) ?? own.cost(variables).field + (own.rootPoints?.(variables, texts) ?? 0);
      costs.set(counted, cost);
      return cost;
    };
    const count = (value: unknown, below: Counted): number => {
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
    return operationPoints + Math.ceil(count(data, fields));
  };
}

/** Fields of the same response key are identical, but may select different fields. */
function byKey(fields: readonly CostedField[]): Counted {
  const groups = new Map<string, [CostedField, ...CostedField[]]>();
  for (const field of fields.filter(({ isUsed }) => isUsed)) {
    const group = groups.get(field.key);
    if (group) group.push(field);
    else groups.set(field.key, [field]);
  }
  return new Map(
    [...groups].map(([key, same]) => [
      key,
      { own: same[0], below: byKey(same.flatMap(({ below }) => below)) },
    ]),
  );
}

const compiled = new WeakMap<OperationDefinitionNode, readonly CostedField[]>();

function fieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly CostedField[] {
  const known = compiled.get(operation);
  if (known) {
    return known;
  }
  const fragments = fragmentsOf(document.definitions);
  const ofFragments = new Map<FragmentDefinitionNode | InlineFragmentNode, CostedField[]>();
  const root = schema.getRootType(operation.operation);
  const withRows: FieldNode[] = [];
  const inSet = ({ selections }: SelectionSetNode, parent: GraphQLNamedType): CostedField[] =>
    selections.flatMap((selection): CostedField[] => {
      if (selection.kind === Kind.FIELD) {
        return [ofField(selection, parent)];
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const before = inner && ofFragments.get(inner);
      if (!inner || before) {
        return before ?? [];
      }
      const type = inner.typeCondition && schema.getType(inner.typeCondition.name.value);
      const found = inSet(inner.selectionSet, type ?? parent);
      ofFragments.set(inner, found);
      return found;
    });
  const ofField = (node: FieldNode, parent: GraphQLNamedType): CostedField => {
    const field = fieldOf(schema, parent, node.name.value);
    const { selectionSet } = node;
    if (parent === schema.getMutationType() && node.name.value in rowCosts) {
      withRows.push(node);
    }
    return {
      key: node.alias?.value ?? node.name.value,
      isUsed: field !== undefined,
      cost: rowResults.has(`${parent.name}.${node.name.value}`)
        ? (given) => ({
            field: 1,
            multiplier: Math.max(...withRows.map((each) => rowsIn(operation, given, each))),
          })
        : costOfField({ schema, operation, node, parent, field }),
      ...(field &&
        parent === root && {
          rootPoints: (given, texts) => rootPoints(operation, given, node, texts),
        }),
      below: field && selectionSet ? inSet(selectionSet, getNamedType(field.type)) : [],
    };
  };
  const fields = root ? inSet(operation.selectionSet, root) : [];
  compiled.set(operation, fields);
  return fields;
}

interface Selected {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  node: FieldNode;
  parent: GraphQLNamedType;
  field: GraphQLField<unknown, unknown> | undefined;
}

function costOfField({ schema, operation, node, parent, field }: Selected): CostedField['cost'] {
  const multiplier = !field || !isList(field) ? 1 : usualLength;
  if (isIntrospectionType(parent)) {
    const length = field?.name === 'types' ? Object.keys(schema.getTypeMap()).length : multiplier;
    return () => ({ field: introspectionPointOf(schema), multiplier: length });
  }
  const usual = { field: 1, multiplier };
  const withUsual = (cost: number | Partial<FieldCost> | undefined): FieldCost =>
    typeof cost === 'number' ? { ...usual, field: cost } : { ...usual, ...cost };
  const stated = field?.extensions['complexity'] as
    | number
    | Partial<FieldCost>
    | ((args: Values) => number | Partial<FieldCost>)
    | undefined;
  if (!field || typeof stated !== 'function') {
    const cost = withUsual(stated as number | Partial<FieldCost> | undefined);
    return () => cost;
  }
  const read = argumentsOf(schema, operation, field, node);
  return (given) => {
    const args = read(given);
    // A field with invalid arguments will be an error, and nothing below it is read.
    return args ? withUsual(stated(args)) : { field: 1, multiplier: 0 };
  };
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
  if (operation.operation === 'mutation') {
    const perRow = rowCosts[node.name.value];
    return perRow ? perRow * rowsIn(operation, given, node) : 0;
  }
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

/** Fields that list what became of each row of a mutation. */
const rowResults: ReadonlySet<string> = new Set(
  Object.keys(rowCosts).map(
    (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Payload.results`,
  ),
);

/** How many rows the input of a mutation has; more than may be are refused by its rule. */
function rowsIn(operation: OperationDefinitionNode, given: Values, node: FieldNode): number {
  const input = node.arguments?.find(({ name }) => name.value === 'input')?.value;
  const asked = input && valueFromASTUntyped(input, withDefaults(operation, given));
  return Math.min(valuesIn((asked as Values | null | undefined)?.['rows']), mostRows);
}

const withDefaults = (operation: OperationDefinitionNode, given: Values): Values => ({
  ...Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  ),
  ...given,
});

/** Reads the numeric and list arguments of a field; null if they are invalid. */
function argumentsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (given: Values) => Values | null {
  const args = field.args.filter(({ type }) => mayDecide(type));
  const names = new Set<string>();
  for (const { name, value } of node.arguments ?? []) {
    if (args.some((argument) => argument.name === name.value)) {
      visit(value, { Variable: (variable) => void names.add(variable.name.value) });
    }
  }
  // Other variables may be invalid.
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    names.has(variable.name.value),
  );
  return (given) => {
    try {
      const { coerced } = getVariableValues(schema, definitions, given);
      return getArgumentValues({ ...field, args }, node, coerced ?? {});
    } catch {
      return null;
    }
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
  const all = operation ? costOfFields(fieldsOf(schema, document, operation), {}) : 1;
  const point = introspectionCostOfAll / all;
  introspectionPoints.set(schema, point);
  return point;
}

const introspectionPoints = new WeakMap<GraphQLSchema, number>();

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
