import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { getOperationAST, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { RequestContext } from './context/context.ts';
import { useDocumentGate } from './graphql/limits/documentGate.ts';
import type { ErrorCode } from './platform/errorCodes.ts';
import { editorPage } from './graphql/editor.ts';
import { useMarksAhead } from './graphql/marksAhead.ts';
import { createMaskError } from './graphql/maskError.ts';
import { inTime, useOperations, type Operations } from './graphql/operations.ts';
import { useTokenBudget } from './graphql/tokens/tokenBudget.ts';
import type { Log } from './platform/process/log.ts';
import { schema } from './schema.ts';

export type Yoga = YogaServerInstance<RequestContext, object>;

export function createYogaServer(log: Log, operations: Operations): Yoga {
  const { documents } = operations;
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
            extensions: { code: 'BAD_REQUEST' satisfies ErrorCode, http: { status: 400 } },
          },
          notFound: {
            message: 'There is no operation with this documentId. Please reload the page',
            extensions: {
              code: 'PERSISTED_QUERY_NOT_FOUND' satisfies ErrorCode,
              http: { status: 404 },
            },
          },
        },
      }),
      useDocumentGate(operations),
      useTokenBudget(operations),
      useMarksAhead(),
      useOperations(operations),
      useTimeLimit(),
      useRequestErrors(),
    ],
  });
}

/**
 * Refused variables have a code, and the status that GraphQL over HTTP gives a request that can't be
 * executed: 400, and 200 for a caller who accepts application/json alone.
 */
const useRequestErrors = (): Plugin<RequestContext> => ({
  onExecute: () => ({ onExecuteDone: ({ result }) => markRequestErrors(result) }),
  onSubscribe: () => ({ onSubscribeResult: ({ result }) => markRequestErrors(result) }),
});

function markRequestErrors(result: ExecutionResult | AsyncIterable<unknown>): void {
  if (!('errors' in result) || 'data' in result) return;
  for (const { path, extensions } of result.errors ?? []) {
    const { spec } = (extensions['http'] ?? {}) as { spec?: boolean };
    if (path === undefined && spec !== false) {
      extensions['code'] ??= 'BAD_USER_INPUT' satisfies ErrorCode;
      extensions['http'] = { status: 400, spec: true };
    }
  }
}

const lateMutation =
  'This takes longer than usual, and may still be done. Look at what came of it before you send it again';

const useTimeLimit = (): Plugin<RequestContext> => ({
  onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
    const isMutation = getOperationAST(document, operationName)?.operation === 'mutation';
    setExecuteFn((args: ExecutionArgs) =>
      inTime(
        args.contextValue as RequestContext,
        async () => executeFn(args),
        isMutation ? lateMutation : undefined,
      ),
    );
  },
});
