import { FieldRefusedError, OutdatedError } from '../../components/ConfirmForm.tsx';
import type { NewToast } from '../../components/toastStore.ts';

/** What a mutation of the team answers, as far as all have it in common. */
interface Answer {
  readonly __typename: string;
  readonly message?: string | undefined;
  readonly fieldErrors?:
    readonly { readonly field: string; readonly message: string }[] | undefined;
}

/**
 * How a decision in a ConfirmForm goes on: the screen is read anew, unless a field was refused.
 * @throws {FieldRefusedError | OutdatedError | Error}
 */
export async function settle(
  answer: Answer | null | undefined,
  refresh: () => Promise<void>,
  toast: NewToast,
): Promise<NewToast> {
  if (answer?.__typename.endsWith('Payload')) {
    await refresh();
    return toast;
  }
  if (answer?.__typename === 'ConflictError' || answer?.__typename === 'NotFoundError') {
    await refresh();
    throw new OutdatedError(answer.message);
  }
  const [refused] = answer?.fieldErrors ?? [];
  if (refused) throw new FieldRefusedError('text', refused.message);
  throw new Error(answer?.message);
}
