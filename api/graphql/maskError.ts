import { GraphQLError } from 'graphql';
import {
  ConflictError,
  DatabaseAwayError,
  ExpectedError,
  ForbiddenError,
  InvalidInputError,
  InvalidTokenError,
  MissingScopeError,
  NotFoundError,
  RateLimitedError,
  RetryLaterError,
  SignInRequiredError,
} from '../platform/errors.ts';
import { isDatabaseAway } from '../platform/database/database.ts';
import type { Log } from '../platform/process/log.ts';
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
          code: codeOf(original),
          ...((original instanceof InvalidInputError || original instanceof ConflictError) && {
            fieldErrors: original.fieldErrors,
          }),
          ...(original instanceof RetryLaterError && {
            retryAfter: original.retryAfter,
          }),
          ...(original instanceof MissingScopeError && { scope: original.scope }),
        },
      });
    }
    log.error({ err: original }, 'unexpected error in an operation');
    return new GraphQLError('Something went wrong on our side. Please try again', {
      ...place,
      extensions: {
        code: 'INTERNAL_SERVER_ERROR',
        requestId: requestScope.getStore()?.requestId,
      },
    });
  };

function codeOf(error: ExpectedError): string {
  if (error instanceof InvalidInputError) return 'BAD_USER_INPUT';
  if (error instanceof ConflictError) return 'CONFLICT';
  if (error instanceof NotFoundError) return 'NOT_FOUND';
  if (error instanceof SignInRequiredError || error instanceof InvalidTokenError) {
    return 'UNAUTHENTICATED';
  }
  if (error instanceof ForbiddenError) return 'FORBIDDEN';
  if (error instanceof RateLimitedError) return 'RATE_LIMITED';
  return 'UNAVAILABLE';
}
