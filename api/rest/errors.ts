import { statuses } from '../platform/errorCodes.ts';
import { isDatabaseAway } from '../platform/database/database.ts';
import {
  DatabaseAwayError,
  ExpectedError,
  InvalidTokenError,
  RetryLaterError,
} from '../platform/errors.ts';

/** An error as plain text, which the client shows after the status (SPEC section 8). */
export interface TextAnswer {
  status: number;
  text: string;
  headers: Record<string, string>;
}

export function answerOf(error: unknown): TextAnswer | undefined {
  if (isDatabaseAway(error)) {
    return answerOf(new DatabaseAwayError());
  }
  if (!(error instanceof ExpectedError)) {
    return undefined;
  }
  return {
    status: statuses[error.code],
    text: error.message,
    headers: {
      ...(error instanceof RetryLaterError && { 'retry-after': String(error.retryAfter) }),
      ...(error instanceof InvalidTokenError && {
        'www-authenticate': 'Bearer error="invalid_token"',
      }),
    },
  };
}
