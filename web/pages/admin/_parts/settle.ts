import { FieldRefusedError } from '../../../ui/forms/ConfirmForm.tsx';
import { OutdatedError } from '../../../ui/forms/outdated.ts';
import type { NewToast } from '../../../ui/feedback/toastStore.ts';

/** The fields that all results of the team's mutations share. */
export interface Answer {
  readonly __typename: string;
  readonly message?: string | undefined;
  readonly fieldErrors?:
    | readonly { readonly field: string; readonly message: string }[]
    | undefined;
}

/**
 * Handles the result of a ConfirmForm's mutation: on success, reloads the screen.
 * @param toast Returned on success; undefined if the screen itself shows the success.
 * @throws {FieldRefusedError | OutdatedError | Error} If the mutation was refused.
 */
export async function settle<TToast extends NewToast | undefined>(
  answer: Answer | null | undefined,
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
 * Throws the reason why the mutation of a ConfirmForm was refused.
 * @throws {FieldRefusedError | OutdatedError | Error}
 */
export function refuse(answer: Answer | null | undefined, refresh: () => Promise<unknown>): never {
  if (answer?.__typename === 'ConflictError' || answer?.__typename === 'NotFoundError') {
    throw new OutdatedError(answer.message, refresh);
  }
  const [refused] = answer?.fieldErrors ?? [];
  if (refused) {
    throw new FieldRefusedError(
      refused.field === 'evidenceEndsOn' ? 'day' : 'text',
      refused.message,
    );
  }
  throw new Error(answer?.message);
}
