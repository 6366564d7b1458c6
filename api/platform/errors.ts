import type { statuses } from './errorCodes.ts';

/** Errors that callers must expect. GraphQL and REST each report them in their own format. */
export abstract class ExpectedError extends Error {
  abstract readonly code: keyof typeof statuses;
}

export interface FieldError {
  field: string;
  message: string;
}

const messageOf = (fieldErrors: FieldError[]): string =>
  [...new Set(fieldErrors.map((error) => error.message))].join('; ');

export abstract class FieldsError extends ExpectedError {
  readonly fieldErrors: FieldError[];

  /** @param given the errors, or the only field and what is wrong with it */
  constructor(...given: [fieldErrors: FieldError[]] | [field: string, message: string]) {
    const fieldErrors = given.length === 1 ? given[0] : [{ field: given[0], message: given[1] }];
    super(messageOf(fieldErrors));
    this.fieldErrors = fieldErrors;
  }
}

export class InvalidInputError extends FieldsError {
  readonly code = 'BAD_USER_INPUT';
}

export class ConflictError extends FieldsError {
  readonly code = 'CONFLICT';
}

export class RefusedLinkError extends InvalidInputError {}

/** The account or the password is wrong; the message never says which. */
export class InvalidCredentialsError extends ExpectedError {
  readonly code = 'INVALID_CREDENTIALS';

  /** @param accountId plain id of the account, for the security log */
  constructor(
    message = 'Invalid credentials',
    readonly accountId?: string,
  ) {
    super(message);
  }
}

export class NotFoundError extends ExpectedError {
  readonly code = 'NOT_FOUND';
}

/** @throws {NotFoundError} if there is no such thing */
export function requireFound<Thing>(
  thing: Thing,
  message: string,
): asserts thing is NonNullable<Thing> {
  if (!thing) throw new NotFoundError(message);
}

export class ForbiddenError extends ExpectedError {
  readonly code = 'FORBIDDEN';

  /** @param scope that a token lacks for it; undefined if no scope would help */
  constructor(
    message: string,
    readonly scope?: string,
  ) {
    super(message);
  }
}

export class SignInRequiredError extends ExpectedError {
  readonly code = 'UNAUTHENTICATED';

  constructor() {
    super('Please sign in first');
  }
}

export class InvalidTokenError extends ExpectedError {
  readonly code = 'UNAUTHENTICATED';
}

export class MissingScopeError extends ForbiddenError {
  /** @param scope that would permit it; undefined if no token may do it */
  constructor(scope: string | undefined) {
    super(
      scope === undefined
        ? 'Tokens may not do this. Sign in as a person instead'
        : `The token needs the scope ${scope}`,
      scope,
    );
  }
}

export abstract class RetryLaterError extends ExpectedError {
  /** @param retryAfter Seconds. */
  constructor(
    message: string,
    readonly retryAfter: number,
  ) {
    super(message);
  }
}

export class UnavailableError extends RetryLaterError {
  readonly code = 'UNAVAILABLE';
}

export class RateLimitedError extends RetryLaterError {
  readonly code = 'RATE_LIMITED';
}

export class DatabaseAwayError extends UnavailableError {
  constructor() {
    super('Our data is out of reach right now. Please try again', 5);
  }
}
