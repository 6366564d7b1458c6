import type { GraphQLResponse } from 'relay-runtime';

/** An error in a response of our server. */
interface AnsweredError {
  message: string;
  path?: (string | number)[];
  extensions?: { code?: string };
}

/** The site did not respond; the message is our own. */
export class NoAnswerError extends Error {}

const ourFailures = ['INTERNAL_SERVER_ERROR', 'RATE_LIMITED', 'TIMEOUT', 'UNAVAILABLE'];

/**
 * The error that makes a response incomplete, if any. Missing data is null, which would be read as
 * "not found". Errors of `viewer` do not count: the person is shown as signed out.
 */
export function failureOf(response: GraphQLResponse): string | undefined {
  const errors = 'errors' in response ? ((response.errors ?? []) as AnsweredError[]) : [];
  const isEmpty = !('data' in response) || response.data === null;
  const failure = errors.find(
    ({ path, extensions }) =>
      isEmpty || (path?.[0] !== 'viewer' && ourFailures.includes(extensions?.code ?? '')),
  );
  return failure?.message ?? (isEmpty ? 'The answer is empty' : undefined);
}

/** Whether a response failed only because of its input, such as an invalid value in a URL. */
export function isRefusal(response: GraphQLResponse): boolean {
  const errors = 'errors' in response ? ((response.errors ?? []) as AnsweredError[]) : [];
  return errors.length > 0 && errors.every(({ extensions }) => refusals.has(extensions?.code));
}

const refusals: ReadonlySet<string | undefined> = new Set(['BAD_USER_INPUT', 'NOT_FOUND']);
