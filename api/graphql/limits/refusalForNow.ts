import { GraphQLError } from 'graphql';
import { RateLimitedError, type RetryLaterError } from '#api/platform/errors.ts';

/** The error of an operation that may be retried later: the whole response is 429 or 503. */
export function refusalForNow(error: RetryLaterError): GraphQLError {
  const { message, retryAfter } = error;
  const isLimit = error instanceof RateLimitedError;
  return new GraphQLError(message, {
    extensions: {
      code: isLimit ? 'RATE_LIMITED' : 'UNAVAILABLE',
      retryAfter,
      http: {
        status: isLimit ? 429 : 503,
        spec: false,
        headers: { 'retry-after': String(retryAfter) },
      },
    },
  });
}
