import { RefusedError, type Result } from '../relay/refusal.ts';
import { OutdatedError } from '../ui/forms/outdated.ts';
import type { NewToast } from '../ui/feedback/toastStore.ts';

/**
 * Handles the result of a ConfirmForm's mutation: on success, reloads the screen.
 * @param toast Returned on success; undefined if the screen itself shows the success.
 * @throws {RefusedError | OutdatedError} If the mutation was refused.
 */
export async function settle<TToast extends NewToast | undefined>(
  answer: Result | null | undefined,
  refresh: () => Promise<void>,
  toast: TToast,
): Promise<TToast> {
  if (answer?.__typename.endsWith('Payload')) {
    await refresh();
    return toast;
  }
  refuse(answer, refresh);
}

/**
 * Throws the reason for which the mutation of a ConfirmForm was refused.
 * @throws {RefusedError | OutdatedError}
 */
export function refuse(answer: Result | null | undefined, refresh: () => Promise<unknown>): never {
  if (answer?.__typename === 'ConflictError' || answer?.__typename === 'NotFoundError') {
    throw new OutdatedError(answer.message, refresh);
  }
  throw new RefusedError(answer);
}
