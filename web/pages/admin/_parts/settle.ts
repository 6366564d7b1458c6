import { FieldRefusedError } from '../../../ui/forms/ConfirmForm.tsx';
import { OutdatedError } from '../../../ui/forms/outdated.ts';
import type { NewToast } from '../../../ui/feedback/toastStore.ts';

/** What a mutation of the team answers, as far as all have it in common. */
export interface Answer {
  readonly __typename: string;
  readonly message?: string | undefined;
  readonly fieldErrors?:
    readonly { readonly field: string; readonly message: string }[] | undefined;
}

/**
 * How a decision in a ConfirmForm goes on: the screen is read anew where anything has changed.
 * @param toast the word of success; undefined where something else will say it
 * @throws {FieldRefusedError | OutdatedError | Error}
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
 * Why a decision in a ConfirmForm was not taken.
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
