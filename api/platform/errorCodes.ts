/** What `extensions.code` and `Error.code` may be. docs/partners.md has the same rows. */
export const errorCodes = {
  BAD_USER_INPUT:
    'an argument or a variable is invalid, see `fieldErrors` or the message; nothing was stored',
  NOT_FOUND: 'the object does not exist, or you may not see it',
  CONFLICT: 'something is taken, or was changed meanwhile; see `fieldErrors`',
  UNAUTHENTICATED: 'not signed in, or the token does not work; in mutations too',
  INVALID_CREDENTIALS: 'the account or the password is wrong',
  FORBIDDEN:
    'this account or token may not do this (`scope` names what the token lacks), or a browser page of another site sent the request',
  RATE_LIMITED: 'too many calls; retry after `retryAfter` seconds',
  UNAVAILABLE: 'a service is busy or away; retry after `retryAfter` seconds',
  GRAPHQL_PARSE_FAILED: 'the document is not valid GraphQL',
  GRAPHQL_VALIDATION_FAILED: 'the document does not fit the schema',
  OPERATION_RESOLUTION_FAILURE: '`operationName` names no operation of the document',
  OPERATION_TOO_LARGE: 'the operation exceeds a limit; see below',
  PERSISTED_QUERY_NOT_FOUND: 'no known operation has this `documentId`',
  BAD_REQUEST: 'the HTTP request is none that this server reads',
  TIMEOUT: 'the operation took more than 10 seconds; a mutation may still be done',
  INTERNAL_SERVER_ERROR: 'an error on our side; report the `requestId`',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The HTTP statuses of errors that callers must expect. */
export const statuses = {
  BAD_USER_INPUT: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;
