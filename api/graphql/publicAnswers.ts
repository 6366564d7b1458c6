import {
  Kind,
  execute,
  getOperationAST,
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
import type { RequestContext } from '../context/context.ts';
import { compileAnswer, type CompiledAnswer } from './compiledAnswers.ts';
import type { CostOf } from './operationCost.ts';
import type { PersistedDocuments } from './persistedDocuments.ts';

/**
 * Caches the results of root fields that are the same for everyone (`publicAnswer`) until the
 * catalogue changes. An operation that also has other root fields is executed in two parts; only
 * the public part is cached. Cache misses are charged to the caller's read budget.
 */
export function usePublicAnswers(
  documents: PersistedDocuments,
  costOf: CostOf,
): Plugin<RequestContext> {
  // Keyed by operation node, since callers choose the names of operations.
  const plans = new WeakMap<OperationDefinitionNode, Plan | null>();
  let planned = 0;

  const planOf = (args: ExecutionArgs, operation: OperationDefinitionNode): Plan | null => {
    let plan = plans.get(operation);
    if (plan === undefined) {
      plan = makePlan(args.schema, args.document, operation, String((planned += 1)));
      plans.set(operation, plan);
    }
    return plan;
  };

  return {
    onExecute({ args, setExecuteFn }) {
      const operation = getOperationAST(args.document, args.operationName);
      if (!operation) {
        return;
      }
      const { deps, address, token } = args.contextValue as RequestContext;
      const variables = args.variableValues ?? {};
      const pay = () => deps.readBudget.spend(address, costOf(args.document, operation, variables));
      const plan = planOf(args, operation);
      if (!plan) {
        pay();
        return;
      }
      // Whether a field is refused depends on the scopes of a token.
      const key = plan.key(variables) + (token ? ` ${token.scopes.join(' ')}` : '');
      setExecuteFn(async (given: ExecutionArgs) => {
        const [shared, own] = await Promise.all([
          deps.catalogue.through(
            key,
            async () => {
              pay();
              return (
                (await plan.compiled?.(variables, given.contextValue as RequestContext)) ??
                execute({ ...given, document: plan.sharedPart })
              );
            },
            {
              keep: (result: ExecutionResult) => !result.errors,
              part: documents.include(args.document) ? 'known' : 'strangers',
            },
          ),
          plan.ownPart ? execute({ ...given, document: plan.ownPart }) : undefined,
        ]);
        return own ? merge(plan.responseKeys, shared, own) : { ...shared };
      });
    },
  };
}

interface Plan {
  sharedPart: DocumentNode;
  /** Executes the shared part sooner; undefined if it has a field that can't be compiled. */
  compiled: CompiledAnswer | undefined;
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

/** Null for mutations, without public root fields, and if a root field has a directive. */
export function makePlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  id: string,
): Plan | null {
  if (operation.operation !== 'query') {
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
  const sharedPart = part(shared);
  return {
    sharedPart,
    compiled: compileAnswer(schema, sharedPart),
    ownPart: own.length > 0 ? part(own) : undefined,
    responseKeys: [...new Set(fields.map((field) => field.alias?.value ?? field.name.value))],
    key: (values) =>
      // An omitted variable takes its default value; a null one does not.
      `answer ${id} ${JSON.stringify(variables.map((name) => (name in values ? [values[name]] : [])))}`,
  };
}

/** The root fields with fragments expanded; undefined if one has a directive. */
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
