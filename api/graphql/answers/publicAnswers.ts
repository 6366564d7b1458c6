import {
  Kind,
  TypeInfo,
  execute,
  getOperationAST,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deps, RequestContext } from '../../context/context.ts';
import type { ChangePart } from '../../platform/changes.ts';
import { RetryLaterError } from '../../platform/errors.ts';
import { readsEverything } from '../../platform/reads.ts';
import { answerOf, createAnswer, dataOf, type Answer } from './answers.ts';
import {
  compileSqlAnswer,
  keptStatements,
  strangersStatements,
  type SqlAnswer,
  type Statements,
} from '../sql/sqlAnswers.ts';
import type { CostOf } from '../limits/operationCost.ts';
import { refusalForNow } from '../limits/refusalForNow.ts';
import { inTurn } from '../limits/turns.ts';
import { asksForMarks } from '../marksAhead.ts';
import type { PersistedDocuments } from '../persistedDocuments.ts';

/**
 * What executes the root fields that are the same for everyone (`publicAnswer`), and caches the result
 * until what it was read from changes. An operation that also has other root fields is executed in two
 * parts; only the public part is cached. Cache misses are charged to the caller's read budget.
 */
export interface PublicAnswers {
  /** Null if nothing of the operation is public. */
  planOf(document: DocumentNode, operation: OperationDefinitionNode): Plan | null;
  /**
   * The public part from the cache; undefined if it is not there.
   * @param key as the plan makes it of the variables
   */
  remembered(plan: Plan, key: string, deps: Pick<Deps, 'catalogue'>): Answer | undefined;
  /** The public part. */
  read(plan: Plan, variables: Variables, args: ExecutionArgs): Promise<SharedPart>;
}

type Variables = Readonly<Record<string, unknown>>;

/** The public part of a response: its bytes, or what graphql-js says if there is an error. */
export type SharedPart = { answer: Answer } | { result: ExecutionResult };

export function createPublicAnswers(
  schema: GraphQLSchema,
  documents: PersistedDocuments,
  costOf: CostOf,
): PublicAnswers {
  // Keyed by operation node, since callers choose the names of operations.
  const plans = new WeakMap<OperationDefinitionNode, Plan | null>();
  let planned = 0;
  const ofStrangers = strangersStatements();
  return {
    planOf(document, operation) {
      let plan = plans.get(operation);
      if (plan === undefined) {
        const id = String((planned += 1));
        plan = documents.include(document)
          ? makePlan(schema, { document, operation, id })
          : makePlan(schema, { document, operation, id, statements: ofStrangers(id) });
        plans.set(operation, plan);
      }
      return plan;
    },
    remembered({ part }, key, { catalogue }) {
      const shared = catalogue.known(key, part) as SharedPart | undefined;
      return shared && 'answer' in shared ? shared.answer : undefined;
    },
    read(plan, variables, args) {
      const context = args.contextValue as RequestContext;
      const { deps, address, token } = context;
      const { document, operation, part } = plan;
      // Whether a field is refused depends on the scopes of a token.
      const key = plan.key(variables) + (token ? ` ${token.scopes.join(' ')}` : '');
      const isPast = context.knowsMore();
      const cost = (): number => costOf(document, operation, variables);
      const readWith = (contextValue: RequestContext): Promise<SharedPart> =>
        deps.catalogue.through(
          key,
          async (): Promise<SharedPart> => {
            deps.readBudget.spend(address, cost());
            const texts = await plan.inSql?.(variables, contextValue);
            if (texts) {
              return { answer: answerOf(texts, plan.ownPart !== undefined) };
            }
            const result = await execute({ ...args, contextValue, document: plan.sharedPart });
            return result.data && !result.errors
              ? { answer: createAnswer(result.data, plan.ownPart !== undefined) }
              : { result };
          },
          {
            keep: (shared) => 'answer' in shared || !shared.result.errors,
            part,
            shown: plan.shown,
            isPast,
          },
        );
      // The turn comes first: a read that others join must not wait for the turn of its caller.
      return !isPast && deps.catalogue.peek(key, part)
        ? readWith(context)
        : inTurn(context, { document, operation, cost: cost() }, readWith);
    },
  };
}

/** Executes operations with the public part from the cache. */
export function usePublicAnswers(answers: PublicAnswers, costOf: CostOf): Plugin<RequestContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const operation = getOperationAST(args.document, args.operationName);
      if (!operation) {
        return;
      }
      const { deps, address } = args.contextValue as RequestContext;
      const variables = args.variableValues ?? {};
      const plan = answers.planOf(args.document, operation);
      if (!plan || (plan.ownPart && !plan.isNullSignedOut)) {
        readsEverything();
      }
      if (!plan) {
        const cost = costOf(args.document, operation, variables);
        deps.readBudget.spend(address, cost);
        if (operation.operation === 'query') {
          const { document, contextValue } = args;
          setExecuteFn((given: ExecutionArgs) =>
            orRefusal(
              inTurn(contextValue as RequestContext, { document, operation, cost }, async () =>
                executeFn(given),
              ),
            ),
          );
        }
        return;
      }
      setExecuteFn(async (given: ExecutionArgs) => {
        const [shared, own] = await Promise.all([
          orRefusal(answers.read(plan, variables, given)),
          plan.ownPart ? execute({ ...given, document: plan.ownPart }) : undefined,
        ]);
        if ('errors' in shared) {
          return shared;
        }
        const result = 'answer' in shared ? { data: dataOf(shared.answer) } : shared.result;
        return own ? merge(plan.responseKeys, result, own) : { ...result };
      });
    },
  };
}

/** Resolves to the result of a read, or to an error result if the search queue refuses the read. */
const orRefusal = <Result>(
  reading: Promise<Result>,
): Promise<Result | { errors: GraphQLError[] }> =>
  reading.catch((error: unknown) => {
    if (error instanceof RetryLaterError) {
      return { errors: [refusalForNow(error)] };
    }
    throw error;
  });

interface PlannedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Differs for each operation of a server. */
  id: string;
}

export interface Plan extends PlannedOperation {
  asksForMarks: boolean;
  /** The part of the cache: operations that callers made up evict only their own answers. */
  part: 'known' | 'strangers';
  sharedPart: DocumentNode;
  /** The parts of resorts that it shows. */
  shown: readonly ChangePart[];
  /**
   * Reads the shared part as JSON; undefined if it has a field that is not known in SQL.
   */
  inSql: SqlAnswer | undefined;
  ownPart: DocumentNode | undefined;
  /** Whether all root fields of the own part are null for callers who are signed out. */
  isNullSignedOut: boolean;
  /** Whether the own part shows nothing but what is remembered with the session. */
  isOfSession: boolean;
  responseKeys: string[];
  key(variables: Record<string, unknown>): string;
}

function merge(keys: string[], shared: ExecutionResult, own: ExecutionResult): ExecutionResult {
  const errors = [...(shared.errors ?? []), ...(own.errors ?? [])];
  const data =
    shared.data && own.data
      ? Object.fromEntries(
          keys.flatMap((key) => {
            const part = [shared.data, own.data].find((data) => data && Object.hasOwn(data, key));
            return part ? [[key, part[key]]] : [];
          }),
        )
      : null;
  return { ...(errors.length > 0 && { errors }), data };
}

/** Null for mutations, without public root fields, and if a root field has a directive. */
export function makePlan(
  schema: GraphQLSchema,
  {
    document,
    operation,
    id,
    statements = keptStatements(),
  }: PlannedOperation & { statements?: Statements },
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
  const variables = variablesIn([...shared, ...fragmentsIn(shared, fragments)]);
  const part = (selections: FieldNode[]): DocumentNode => ({
    kind: Kind.DOCUMENT,
    definitions: [
      { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } },
      ...fragmentsIn(selections, fragments),
    ],
  });
  const sharedPart = part(shared);
  return {
    id,
    document,
    operation,
    asksForMarks: asksForMarks(document),
    part: statements.ofStrangers ? 'strangers' : 'known',
    sharedPart,
    shown: partsOf(schema, sharedPart),
    inSql: compileSqlAnswer(schema, sharedPart, statements),
    ownPart: own.length > 0 ? part(own) : undefined,
    isOfSession: own.length > 0 && allFields(schema, part(own), isOfSession),
    isNullSignedOut: own.every(
      (field) => queryFields[field.name.value]?.extensions['nullSignedOut'] === true,
    ),
    responseKeys: [...new Set(fields.map((field) => field.alias?.value ?? field.name.value))],
    key: (values) =>
      // An omitted variable takes its default value; a null one does not.
      `answer ${id} ${JSON.stringify(variables.map((name) => (Object.hasOwn(values, name) ? [values[name]] : [])))}`,
  };
}

/** Types that show nothing of listings and their nights. */
const withoutStays =
  /^(Query|Site|SocialLink|TileServer|CancellationPolicy|RefundRow|Resort(Connection|Season|Facets|FacetValue|Suggestions|Map|Cluster)?|SuggestedPlace|SearchPhrase|MapBounds|PageInfo|CappedCount|Money|Review(Connection|Edge|Author|Answer)?|StarCount|Picture(Source)?)$/;

const withoutReviews = /^(?!Review|StarCount)/;

/** Whether a field shows nothing but what is remembered with a session (`ofSession`). */
const isOfSession = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions['ofSession'] === true;

function allFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  test: (field: GraphQLField<unknown, unknown>) => boolean,
): boolean {
  const typeInfo = new TypeInfo(schema);
  let isTrue = true;
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field() {
        const field = typeInfo.getFieldDef();
        isTrue &&= field != null && test(field);
      },
    }),
  );
  return isTrue;
}

/** The parts of a resort that a document shows, by the types of its fields. */
function partsOf(schema: GraphQLSchema, document: DocumentNode): ChangePart[] {
  const types = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field(field) {
        const parent = typeInfo.getParentType()?.name ?? '';
        // Other fields of an edge are about the weeks of its resort.
        const isPlain =
          parent === 'ResortEdge' && /^(node|cursor|__typename)$/.test(field.name.value);
        types.add(isPlain ? 'Resort' : parent);
      },
    }),
  );
  return [
    ...([...types].every((type) => withoutReviews.test(type)) ? [] : (['review'] as const)),
    ...([...types].every((type) => withoutStays.test(type)) ? [] : (['stay'] as const)),
  ];
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

/** The fragments that a selection uses. */
function fragmentsIn(
  fields: FieldNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread: (spread) => {
        const fragment = fragments.get(spread.name.value);
        if (fragment && !used.has(fragment)) {
          used.add(fragment);
          look(fragment);
        }
      },
    });
  };
  fields.forEach(look);
  return [...used];
}

/** Names of the variables that a selection uses, sorted. */
function variablesIn(nodes: readonly (FieldNode | FragmentDefinitionNode)[]): string[] {
  const names = new Set<string>();
  for (const node of nodes) {
    visit(node, { Variable: (variable) => void names.add(variable.name.value) });
  }
  return [...names].sort();
}
