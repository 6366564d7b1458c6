import type { GraphQLError } from 'graphql';
import { statuses } from '#api/platform/errorCodes.ts';
import type { RetryLaterError } from '#api/platform/errors.ts';
import { requestError } from '../requestError.ts';

/** The error of an operation that may be retried later: the whole response is 429 or 503. */
export function refusalForNow(error: RetryLaterError): GraphQLError {
  const { message, retryAfter, code } = error;
  const headers = { 'retry-after': String(retryAfter) };
  return requestError(message, code, { status: statuses[code], headers }, { retryAfter });
}
