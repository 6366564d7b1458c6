import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError, type ExecutionArgs } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { RequestContext } from './context/context.ts';
import {
  createKnownTexts,
  useDocumentGate,
  type KnownTexts,
} from './graphql/limits/documentGate.ts';
import { editorPage } from './graphql/editor.ts';
import { useMarksAhead } from './graphql/marksAhead.ts';
import { createMaskError } from './graphql/maskError.ts';
import { createCosts, type CostOf } from './graphql/limits/operationCost.ts';
import type { PersistedDocuments } from './graphql/persistedDocuments.ts';
import { useTokenBudget } from './graphql/tokens/tokenBudget.ts';
import {
  createPublicAnswers,
  usePublicAnswers,
  type PublicAnswers,
} from './graphql/answers/publicAnswers.ts';
import type { Log } from './platform/log.ts';
import { schema } from './schema.ts';

export type Yoga = YogaServerInstance<RequestContext, object>;

/** What the GraphQL server has in common with the short way (shortWay.ts). */
export interface Execution {
  answers: PublicAnswers;
  costOf: CostOf;
  texts: KnownTexts;
}

export function createExecution(documents: PersistedDocuments): Execution {
  const costOf = createCosts(schema);
  return {
    answers: createPublicAnswers(schema, documents, costOf),
    costOf,
    texts: createKnownTexts(),
  };
}

/** The GraphQL server: the schema with its limits, cached responses and masked errors. */
export function createYogaServer(
  log: Log,
  documents: PersistedDocuments,
  { answers, costOf, texts }: Execution,
): Yoga {
  return createYoga<RequestContext>({
    schema,
    logging: false,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    multipart: false,
    cors: false,
    // useDocumentGate caches documents, limited by their bytes.
    parserAndValidationCache: false,
    // The HTTP server has already read the body and limited its size.
    maxRequestBodySize: false,
    extraParamNames: ['documentId'],
    maskedErrors: { maskError: createMaskError(log) },
    renderGraphiQL: () => editorPage,
    plugins: [
      usePersistedOperations({
        allowArbitraryOperations: true,
        extractPersistedOperationId: (params) => {
          const { documentId } = params as { documentId?: unknown };
          return typeof documentId === 'string' ? documentId : null;
        },
        getPersistedOperation: (id) => documents.find(id) ?? null,
        customErrors: {
          keyNotFound: {
            message: 'Send the operation as query, or the id of a known one as documentId',
            extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
          },
          notFound: {
            message: 'There is no operation with this documentId. Please reload the page',
            extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 404 } },
          },
        },
      }),
      useDocumentGate(documents, texts, costOf),
      useTokenBudget(costOf),
      useMarksAhead(),
      usePublicAnswers(answers, costOf),
      useTimeLimit(),
    ],
  });
}

/** Ends an operation that takes too long with an error. */
function useTimeLimit(): Plugin<RequestContext> {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) =>
        inTime(args.contextValue as RequestContext, async () => executeFn(args)),
      );
    },
  };
}

/** @throws {GraphQLError} if it takes too long */
export async function inTime<Result>(
  { longestOperation }: RequestContext,
  run: () => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new GraphQLError('The operation took too long. Ask for less', {
            extensions: { code: 'TIMEOUT' },
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
