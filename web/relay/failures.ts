import type { GraphQLResponse } from 'relay-runtime';

/** An error as our server answers with it. */
interface AnsweredError {
  message: string;
  path?: (string | number)[];
  extensions?: { code?: string };
}

/** No answer of the site came; the words are ours. */
export class NoAnswerError extends Error {}

const ourFailures = ['INTERNAL_SERVER_ERROR', 'TIMEOUT', 'UNAVAILABLE'];

/**
 * What kept an answer from being whole, if anything did. What was out of reach stands in it as null,
 * which would be taken for "not there". A viewer who can't be recognised is signed out, no failure.
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

/** Whether an answer failed only because of what was asked for, as an address with odd parts does. */
export function isRefusal(response: GraphQLResponse): boolean {
  const errors = 'errors' in response ? ((response.errors ?? []) as AnsweredError[]) : [];
  return errors.length > 0 && errors.every(({ extensions }) => refusals.has(extensions?.code));
}

const refusals: ReadonlySet<string | undefined> = new Set(['BAD_USER_INPUT', 'NOT_FOUND']);
