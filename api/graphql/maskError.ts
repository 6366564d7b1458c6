import { GraphQLError } from 'graphql';
import {
  DatabaseAwayError,
  ExpectedError,
  FieldsError,
  ForbiddenError,
  RetryLaterError,
} from '../platform/errors.ts';
import { isDatabaseAway } from '../platform/database/database.ts';
import type { Log } from '../platform/process/log.ts';
import type { ErrorCode } from '../platform/errorCodes.ts';
import { reportRefusal, requestScope } from '../platform/process/requestScope.ts';

export const createMaskError =
  (log: Log): ((error: unknown) => Error) =>
  (error) => {
    const thrown = error instanceof GraphQLError ? error.originalError : error;
    const original = isDatabaseAway(thrown) ? new DatabaseAwayError() : thrown;
    if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) {
      return error;
    }
    const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
    if (original instanceof ExpectedError) {
      reportRefusal(original);
      return new GraphQLError(original.message, {
        ...place,
        extensions: {
          code: original.code,
          ...(original instanceof FieldsError && { fieldErrors: original.fieldErrors }),
          ...(original instanceof RetryLaterError && {
            retryAfter: original.retryAfter,
          }),
          ...(original instanceof ForbiddenError && { scope: original.scope }),
        },
      });
    }
    log.error({ err: original }, 'unexpected error in an operation');
    return new GraphQLError('Something went wrong on our side. Please try again', {
      ...place,
      extensions: {
        code: 'INTERNAL_SERVER_ERROR' satisfies ErrorCode,
        requestId: requestScope.getStore()?.requestId,
      },
    });
  };
