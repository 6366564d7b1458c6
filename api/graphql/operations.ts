import {
  execute,
  getOperationAST,
  GraphQLError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deps, RequestContext } from '../context/context.ts';
import type { Charge } from '../platform/limits/apiBudgets.ts';
import type { ActiveToken } from '../platform/sessions/apiTokens.ts';
import { RetryLaterError } from '../platform/errors.ts';
import { writesIn } from '../platform/http/ownWrites.ts';
import { readsEverything } from '../platform/cache/reads.ts';
import { operationIsMadeUp } from '../platform/process/requestScope.ts';
import { answerOf, createAnswer, dataOf, joined, type Answer } from './answers/answers.ts';
import type { Plan } from './answers/plans.ts';
import { createDocuments, type Documents } from './documents.ts';
import type { ErrorCode } from '../platform/errorCodes.ts';
import { operationLimits } from './limits/limits.ts';
import { createCosts, usedCostOf, type CostOf, type UsedCost } from './limits/operationCost.ts';
import { refusalForNow } from './limits/refusalForNow.ts';
import { tooManySearches } from './limits/searches.ts';
import { inTurn } from './limits/turns.ts';
import type { PersistedDocuments } from './persistedDocuments.ts';
import { settle } from './tokens/tokenBudget.ts';

/**
 * Answers operations from memory, by SQL or by graphql-js. Root fields that are the same for
 * everyone (`publicAnswer`) are one part, which is cached until its sources change. The rest runs
 * with the context of the request, and is kept only on the object of its session.
 */
export interface Operations {
  documents: Documents;
  costOf: CostOf;
  usedCost(document: DocumentNode, operation: OperationDefinitionNode): UsedCost;
  read(plan: Plan, variables: Variables, args: ExecutionArgs): Promise<SharedPart>;
  /** The public part in memory, and the response if that is complete. Charges a token for it. */
  recall(
    asked: Asked,
    caller: Caller,
    deps: Pick<Deps, 'apiBudgets' | 'catalogue' | 'sessions'>,
  ): { shared?: Answer; said?: Said };
  /**
   * Undefined if there is an error, or the operation exceeds a limit.
   * @throws {RateLimitedError} if the points of a token are used up
   */
  run(asked: Asked, shared: Answer | undefined, context: RequestContext): Promise<Said | undefined>;
}

type Variables = Readonly<Record<string, unknown>>;

export interface Asked {
  plan: Plan;
  variables: Variables;
  key: string;
}

/** The Cookie header of a person, or a token whose own changes have arrived here. */
export interface Caller {
  cookie?: string | undefined;
  token?: ActiveToken | undefined;
}

/** A response: a complete public part, or other bytes. */
export interface Said {
  answer?: Answer;
  body?: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** The public part of a response: its bytes, or the result of graphql-js after an error. */
type SharedPart = { answer: Answer } | { result: ExecutionResult };

export function createOperations(schema: GraphQLSchema, persisted: PersistedDocuments): Operations {
  const costOf = createCosts(schema);

  const read = publicReader(costOf);
  const usedCosts = new WeakMap<OperationDefinitionNode, UsedCost>();
  const usedCost: Operations['usedCost'] = (document, operation) => {
    const cost = usedCosts.get(operation) ?? usedCostOf(schema, document, operation);
    usedCosts.set(operation, cost);
    return cost;
  };
  const billed = biller(usedCost);

  return {
    documents: createDocuments(schema, persisted),
    costOf,
    usedCost,
    read,
    recall(asked, caller, deps) {
      const { token } = caller;
      const { plan, variables } = asked;
      const known = recallShared(asked, caller, deps);
      if (!known || !token) {
        return known ? recallParts(plan, known, caller, deps) : {};
      }
      const start = performance.now();
      const points = costOf(plan.document, plan.operation, variables);
      const charge = plan.ownPart ? undefined : deps.apiBudgets.takeAtOnce(token, points);
      return {
        shared: known,
        ...(charge && { said: billed(asked, known, { charge, points, start }) }),
      };
    },
    async run(asked, remembered, context) {
      const { plan, variables } = asked;
      const { document, operation } = plan;
      const { live, token } = context;
      const start = performance.now();
      const points = costOf(document, operation, variables);
      // A cached answer was within the limits, but the viewer's part is not cached with it.
      const isNew = !remembered || plan.ownPart !== undefined;
      if (
        isNew &&
        (tooManySearches(document, operation) !== undefined || points > operationLimits.complexity)
      ) {
        return undefined;
      }
      if (!token) {
        return readParts(asked, remembered, context);
      }
      const charge = plan.ownPart ? undefined : await live.apiBudgets.take(token, points);
      if (!charge) {
        return undefined;
      }
      let isBilled = false;
      try {
        const answer = (await readParts(asked, remembered, context))?.answer;
        isBilled = answer !== undefined;
        return answer && billed(asked, answer, { charge, points, start });
      } finally {
        if (!isBilled) charge.cancel();
      }
    },
  };

  async function readParts(
    { plan, variables }: Asked,
    remembered: Answer | undefined,
    context: RequestContext,
  ): Promise<Said | undefined> {
    if (plan.part === 'strangers') {
      operationIsMadeUp();
    }
    if (plan.asksForMarks) {
      context.expectMarks();
    }
    const args = {
      schema,
      document: plan.document,
      variableValues: variables,
      contextValue: context,
    };
    const [shared, own] = await inTime(context, () =>
      Promise.all([
        remembered ? { answer: remembered } : read(plan, variables, args),
        plan.ownPart && ownParts(plan, { ...args, document: plan.ownPart }),
      ]),
    );
    if (!('answer' in shared) || own === null) {
      return undefined;
    }
    return own ? { body: partsOf(plan, shared.answer, own) } : { answer: shared.answer };
  }
}

const biller =
  (usedCost: Operations['usedCost']) =>
  (
    { plan, variables }: Asked,
    answer: Answer,
    { charge, points, start }: { charge: Charge; points: number; start: number },
  ): Said => {
    const { document, operation } = plan;
    answer.usedCost ??= usedCost(document, operation)(variables, dataOf(answer));
    const { cost, headers } = settle(charge, points, answer.usedCost, {
      name: operation.name?.value,
      hasErrors: false,
      milliseconds: performance.now() - start,
    });
    const plain = answer.body?.plain ?? Buffer.from('{}');
    const more = Buffer.from(`,"extensions":{"cost":${JSON.stringify(cost)}}}`);
    return { body: Buffer.concat([plain.subarray(0, -1), more]), headers };
  };

/** The key of the public part in the cache: whether a field is refused depends on the scopes of a token. */
const keyFor = (key: string, token: ActiveToken | null | undefined): string =>
  token ? `${key} ${token.scopes.join(' ')}` : key;

/** Highest cost of a made-up operation that shares a connection; a point takes microseconds. */
const mostQuickPoints = 500;

const publicReader =
  (costOf: CostOf): Operations['read'] =>
  async (plan, variables, args) => {
    const context = args.contextValue as RequestContext;
    const { deps, address, token } = context;
    const { document, operation, part } = plan;
    const key = keyFor(plan.key(variables), token);
    const isPast = await context.knowsMore();
    const cost = (): number => costOf(document, operation, variables);
    const readWith = (contextValue: RequestContext): Promise<SharedPart> =>
      deps.catalogue.through(
        key,
        async (): Promise<SharedPart> => {
          deps.readBudget.spend(address, cost());
          const isQuick = part === 'known' || cost() <= mostQuickPoints;
          const texts = await plan.inSql?.(variables, contextValue, isQuick);
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
    // The turn comes first: a read shared with other callers must not wait for its first caller's
    // turn.
    return !isPast && deps.catalogue.peek(key, part)
      ? readWith(context)
      : inTurn(context, { document, operation, cost: cost() }, readWith);
  };

function recallShared(
  { plan, key }: Asked,
  { cookie, token }: Caller,
  { catalogue }: Pick<Deps, 'catalogue'>,
): Answer | undefined {
  const known =
    token || catalogue.hasHeard(writesIn(cookie))
      ? (catalogue.known(keyFor(key, token), plan.part) as SharedPart | undefined)
      : undefined;
  return known && 'answer' in known ? known.answer : undefined;
}

function recallParts(
  plan: Plan,
  shared: Answer,
  { cookie }: Caller,
  { sessions }: Pick<Deps, 'sessions'>,
): ReturnType<Operations['recall']> {
  if (!plan.ownPart) {
    return { shared, said: { answer: shared } };
  }
  if (!cookie?.includes('tideweek=') && plan.isNullSignedOut) {
    return { shared, said: { body: partsOf(plan, shared) } };
  }
  const session = plan.isOfSession
    ? sessions.recall(cookie, { withMarks: plan.asksForMarks })
    : undefined;
  const own = session && ownTexts.get(session)?.get(plan.id);
  return { shared, ...(own && { said: { body: partsOf(plan, shared, own) } }) };
}

type Parts = Readonly<Record<string, string>>;

/** Responses that show only the viewer, while the viewer's remembered data is unchanged. */
const ownTexts = new WeakMap<object, Map<string, Parts>>();

/** Documents per viewer, and characters per document, small compared with the sessions. */
const mostOwn = { documents: 4, characters: 4_000 };

function keepOwn(key: object, { id }: Plan, own: Parts): void {
  // By id: a plan would keep the document of a forgotten text in memory.
  const texts = ownTexts.get(key) ?? new Map<string, Parts>();
  if (Object.values(own).join('').length > mostOwn.characters) {
    return;
  }
  const [oldest] = texts.keys();
  if (texts.size >= mostOwn.documents && oldest) {
    texts.delete(oldest);
  }
  texts.set(id, own);
  ownTexts.set(key, texts);
}

async function ownParts(plan: Plan, args: ExecutionArgs): Promise<Parts | null> {
  const session = plan.isOfSession ? await (args.contextValue as RequestContext).session() : null;
  const known = session && ownTexts.get(session.key)?.get(plan.id);
  if (known) {
    return known;
  }
  const { data, errors } = await execute(args);
  if (!data || errors) {
    return null;
  }
  const made = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  if (session) {
    keepOwn(session.key, plan, made);
  }
  return made;
}

/** The response of all parts; without own data these are null. */
const partsOf = ({ responseKeys }: Plan, { parts: shared = {} }: Answer, own: Parts = {}): string =>
  joined(
    Object.fromEntries(
      responseKeys.map((key) => [
        key,
        // An alias may equal the name of an inherited property.
        [shared, own].find((part) => Object.hasOwn(part, key))?.[key] ?? 'null',
      ]),
    ),
  );

/** @throws {GraphQLError} if it takes too long */
export async function inTime<Result>(
  { longestOperation }: RequestContext,
  run: () => Promise<Result>,
  words = 'The operation took too long. Ask for less',
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new GraphQLError(words, {
            extensions: { code: 'TIMEOUT' satisfies ErrorCode },
          }),
        ),
      longestOperation,
    );
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

export const useOperations = ({ documents, costOf, read }: Operations): Plugin<RequestContext> => ({
  onExecute({ args, executeFn, setExecuteFn }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) {
      return;
    }
    const { deps, address } = args.contextValue as RequestContext;
    const variables = args.variableValues ?? {};
    const plan = documents.planOf(args.document, operation);
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
        orRefusal(read(plan, variables, given)),
        plan.ownPart ? execute({ ...given, document: plan.ownPart }) : undefined,
      ]);
      if ('errors' in shared) {
        return shared;
      }
      const result = 'answer' in shared ? { data: dataOf(shared.answer) } : shared.result;
      return own && 'data' in result ? merge(plan.responseKeys, result, own) : { ...result };
    });
  },
});

const orRefusal = <Result>(
  reading: Promise<Result>,
): Promise<Result | { errors: GraphQLError[] }> =>
  reading.catch((error: unknown) => {
    if (error instanceof RetryLaterError) {
      return { errors: [refusalForNow(error)] };
    }
    throw error;
  });

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
