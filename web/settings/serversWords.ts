import { showToast } from '../ui/feedback/toastStore.ts';
import { NoAnswerError } from '../relay/failures.ts';

/** The server's message about a failure; undefined if it sent none, or did not respond. */
export function serversWords(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof NoAnswerError) && error.message !== ''
    ? error.message
    : undefined;
}

export function showServersFailure(
  title: string,
  error: unknown,
  fallback = 'Please try again',
): void {
  showToast({ title, description: serversWords(error) ?? fallback, variant: 'destructive' });
}
