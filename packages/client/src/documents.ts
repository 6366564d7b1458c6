import { TideweekError, type FieldError } from './errors.ts';

/**
 * An operation with the types of its result and variables, as GraphQL Code Generator makes it
 * (`TypedDocumentString`, or `TypedDocumentNode` that was parsed from a text); or a plain text.
 */
export interface TypedDocument<Result, Variables> {
  __apiType?: ((variables: Variables) => Result) | undefined;
  toString(): string;
}

/** A list, as the GraphQL Cursor Connections Specification defines it. */
export interface Connection<Node> {
  edges: readonly ({ node: Node } | null)[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined };
}

/** The `…Payload` of the union that a mutation returns. */
export type Payload<Outcome> = Extract<Outcome, { __typename: `${string}Payload` }>;

/** @throws {TypeError} if the document is a syntax tree without its text */
export function textOf(document: TypedDocument<unknown, never>): string {
  const { loc } = document as { loc?: { source?: { body?: string } } };
  const text = loc?.source?.body ?? document.toString();
  if (text === '[object Object]') {
    throw new TypeError("The document has no text; generate documents with documentMode: 'string'");
  }
  return text;
}

interface Refusal {
  __typename: string;
  message?: string;
  fieldErrors?: readonly FieldError[];
  retryAfter?: number;
}

/** The codes that the same errors have in queries. */
const codes: Record<string, string> = {
  InvalidInputError: 'BAD_USER_INPUT',
  NotFoundError: 'NOT_FOUND',
  ForbiddenError: 'FORBIDDEN',
  ConflictError: 'CONFLICT',
  InvalidCredentialsError: 'INVALID_CREDENTIALS',
  RateLimitedError: 'RATE_LIMITED',
  UnavailableError: 'UNAVAILABLE',
};

/**
 * The payload of a mutation that was done. Its result has to select `__typename`, and should select
 * what the error types have.
 * @throws {TideweekError} for any other result
 */
export function payloadOf<Outcome>(outcome: Outcome, requestId?: string): Payload<Outcome> {
  const { __typename = '', message, ...facts } = (outcome ?? {}) as Partial<Refusal>;
  if (__typename.endsWith('Payload')) {
    return outcome as Payload<Outcome>;
  }
  const code = codes[__typename] ?? (__typename || 'NO_RESULT');
  throw new TideweekError(message ?? `The mutation was refused: ${code}`, {
    code,
    fieldErrors: facts.fieldErrors,
    retryAfter: facts.retryAfter,
    requestId,
  });
}

/** The result if every mutation of the answer has to be sent again later. */
export function postponed(data: object): { retryAfter: number | undefined } | undefined {
  const outcomes = Object.values(data) as (Partial<Refusal> | null)[];
  const isPostponed = outcomes.every((each) =>
    ['RateLimitedError', 'UnavailableError'].includes(each?.__typename ?? ''),
  );
  return isPostponed && outcomes[0] ? { retryAfter: outcomes[0].retryAfter } : undefined;
}
