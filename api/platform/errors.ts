/** Outcomes that a caller must expect. GraphQL and REST each say them in their own way. */
export abstract class ExpectedError extends Error {}

/** One field of an input and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

/** What two fields share is said once. */
const messageOf = (fieldErrors: FieldError[]): string =>
  [...new Set(fieldErrors.map((error) => error.message))].join('; ');

/** The input can't be used as it is; nothing was stored. */
export class InvalidInputError extends ExpectedError {
  constructor(readonly fieldErrors: FieldError[]) {
    super(messageOf(fieldErrors));
  }
}

/** What the input asks for is taken or was changed by someone else. */
export class ConflictError extends ExpectedError {
  constructor(readonly fieldErrors: FieldError[]) {
    super(messageOf(fieldErrors));
  }
}

/** A link or message whose secret or signature is not right. */
export class RefusedLinkError extends InvalidInputError {
  constructor(field: string, message: string) {
    super([{ field, message }]);
  }
}

/** The account and the password don't belong together; never says which. */
export class InvalidCredentialsError extends ExpectedError {
  /** @param accountId plain id of the account that was tried, for the security log */
  constructor(
    message = 'Invalid credentials',
    readonly accountId?: string,
  ) {
    super(message);
  }
}

/** There is no such thing, or not for this viewer. */
export class NotFoundError extends ExpectedError {}

/** The viewer may not do this. */
export class ForbiddenError extends ExpectedError {}

/** Only for people who are signed in. */
export class SignInRequiredError extends ExpectedError {
  constructor() {
    super('Please sign in first');
  }
}

/** Not now: a limit was reached or something we need is away. */
export class UnavailableError extends ExpectedError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** A limit on how often something may be tried. */
export class TooManyRequestsError extends UnavailableError {}

/** The database can't be reached for now. */
export class DatabaseAwayError extends UnavailableError {
  constructor() {
    super('Our data is out of reach right now. Please try again', 5);
  }
}
