import { NoAnswerError } from '../../../relay/failures.ts';

/** What the server said of a failure; undefined where it said nothing, or did not answer. */
export function serversWords(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof NoAnswerError) && error.message !== ''
    ? error.message
    : undefined;
}
