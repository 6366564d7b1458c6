import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../platform/errorCodes.ts';

/** An error of a whole request, which is answered with its status in every format. */
export const requestError = (
  message: string,
  code: ErrorCode,
  http: { status?: number; headers?: Record<string, string> } = {},
  facts: { retryAfter?: number } = {},
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code, ...facts, http: { status: 400, spec: false, ...http } },
  });
