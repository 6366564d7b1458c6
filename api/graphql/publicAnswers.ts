import {
  Kind,
  execute,
  visit,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CatalogueCache } from '../platform/catalogueCache.ts';

/**
 * Remembers the answers of root fields that are the same for everyone (`publicAnswer`) until the
 * catalogue changes. An operation with other root fields beside them is executed in two parts, of
 * which only the public one is remembered.
 */
export function usePublicAnswers(catalogue: CatalogueCache): Plugin {
  const plans = new WeakMap<DocumentNode, Map<string, Plan | null>>();
  let planned = 0;

  const planOf = (args: ExecutionArgs): Plan | null => {
    const forDocument = plans.get(args.document) ?? new Map<string, Plan | null>();
    plans.set(args.document, forDocument);
    const name = args.operationName ?? '';
    let plan = forDocument.get(name);
    if (plan === undefined) {
      plan = makePlan(args.schema, args.document, name, String((planned += 1)));
      forDocument.set(name, plan);
    }
    return plan;
  };

  return {
    onExecute({ args, setExecuteFn }) {
      const plan = planOf(args);
      if (!plan) {
        return;
      }
      const key = plan.key(args.variableValues ?? {});
      setExecuteFn(async (given: ExecutionArgs) => {
        const [shared, own] = await Promise.all([
          catalogue.through(key, async () => execute({ ...given, document: plan.sharedPart }), {
            keep: (result: ExecutionResult) => !result.errors,
          }),
          plan.ownPart ? execute({ ...given, document: plan.ownPart }) : undefined,
        ]);
        return own ? merge(plan.responseKeys, shared, own) : { ...shared };
      });
    },
  };
}

interface Plan {
  sharedPart: DocumentNode;
  ownPart: DocumentNode | undefined;
  responseKeys: string[];
  key(variables: Record<string, unknown>): string;
}

function merge(keys: string[], shared: ExecutionResult, own: ExecutionResult): ExecutionResult {
  const errors = [...(shared.errors ?? []), ...(own.errors ?? [])];
  const data =
    shared.data && own.data
      ? Object.fromEntries(
          keys.flatMap((key) => {
            const part = [shared.data, own.data].find((data) => data && key in data);
            return part ? [[key, part[key]]] : [];
          }),
        )
      : null;
  return { ...(errors.length > 0 && { errors }), data };
}

/** Null for mutations and for operations without public root fields. */
function makePlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string,
  id: string,
): Plan | null {
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation = operationName
    ? operations.find((candidate) => candidate.name?.value === operationName)
    : operations[0];
  if (operation?.operation !== 'query') {
    return null;
  }
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode =>
          definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const fields = rootFields(operation.selectionSet.selections, fragments);
  const queryFields = schema.getQueryType()?.getFields() ?? {};
  const isShared = (field: FieldNode): boolean =>
    queryFields[field.name.value]?.extensions['publicAnswer'] === true;
  const shared = fields?.filter(isShared) ?? [];
  if (!fields || shared.length === 0) {
    return null;
  }
  const own = fields.filter((field) => !isShared(field));
  const variables = variablesIn(shared, fragments);
  const part = (selections: FieldNode[]): DocumentNode => ({
    kind: Kind.DOCUMENT,
    definitions: [
      { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } },
      ...fragments.values(),
    ],
  });
  return {
    sharedPart: part(shared),
    ownPart: own.length > 0 ? part(own) : undefined,
    responseKeys: [...new Set(fields.map((field) => field.alias?.value ?? field.name.value))],
    key: (values) =>
      // A variable that is left out takes its default value; one that is null does not.
      `answer ${id} ${JSON.stringify(variables.map((name) => (name in values ? [values[name]] : [])))}`,
  };
}

/** The root fields, fragments opened; undefined where a directive decides about one. */
function rootFields(
  selections: readonly SelectionNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): FieldNode[] | undefined {
  const fields: FieldNode[] = [];
  for (const selection of selections) {
    if (selection.directives?.length) {
      return undefined;
    }
    if (selection.kind === Kind.FIELD) {
      fields.push(selection);
      continue;
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)?.selectionSet;
    const opened = inner && rootFields(inner.selections, fragments);
    if (!opened) {
      return undefined;
    }
    fields.push(...opened);
  }
  return fields;
}

/** Names of the variables that a selection uses, fragments included, sorted. */
function variablesIn(
  fields: FieldNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      Variable: (variable) => void names.add(variable.name.value),
      FragmentSpread: (spread) => {
        const fragment = fragments.get(spread.name.value);
        if (fragment && !seen.has(spread.name.value)) {
          seen.add(spread.name.value);
          look(fragment);
        }
      },
    });
  };
  fields.forEach(look);
  return [...names].sort();
}
