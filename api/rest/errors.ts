import { BadLinkError, ExpiredLinkError } from '../platform/security/signedLinks.ts';
import { isDatabaseAway } from '../platform/database/database.ts';
import {
  ConflictError,
  DatabaseAwayError,
  ExpectedError,
  ForbiddenError,
  InvalidCredentialsError,
  InvalidInputError,
  InvalidTokenError,
  NotFoundError,
  SignInRequiredError,
  RateLimitedError,
  RetryLaterError,
  UnavailableError,
} from '../platform/errors.ts';

const statuses: [abstract new (...args: never) => ExpectedError, number][] = [
  [InvalidInputError, 400],
  [InvalidCredentialsError, 401],
  [InvalidTokenError, 401],
  [SignInRequiredError, 401],
  [ForbiddenError, 403],
  [BadLinkError, 403],
  [ExpiredLinkError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [RateLimitedError, 429],
  [UnavailableError, 503],
];

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
  const status = statuses.find(([kind]) => error instanceof kind)?.[1];
  if (status === undefined || !(error instanceof ExpectedError)) {
    return undefined;
  }
  return {
    status,
    text: error.message,
    headers: {
      ...(error instanceof RetryLaterError && { 'retry-after': String(error.retryAfter) }),
      ...(error instanceof InvalidTokenError && {
        'www-authenticate': 'Bearer error="invalid_token"',
      }),
    },
  };
}
