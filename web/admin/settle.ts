import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import type { Result } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { refuse } from '../ui/forms/outdated.ts';
import type { NewToast } from '../ui/feedback/toastStore.ts';

/** A mutation of a ConfirmForm, whose only field has the alias `answer`. */
interface Answered extends MutationParameters {
  readonly variables: { readonly input: unknown };
  readonly response: { readonly answer: Result | null | undefined };
}

/**
 * Returns a function that sends a ConfirmForm's mutation with an input. On success it reloads the
 * screen and returns the toast; it throws a RefusedError or an OutdatedError if the server refuses.
 */
export function useSettled<TMutation extends Answered>(mutation: GraphQLTaggedNode) {
  const [send] = useMutation<TMutation>(mutation);
  return async <TToast extends NewToast | undefined>(
    input: TMutation['variables']['input'],
    toast: TToast,
    refresh: () => Promise<void>,
  ): Promise<TToast> => {
    const { answer } = await send({ input });
    return settle(answer, refresh, toast);
  };
}

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
  if (!answer || answer.error) refuse(answer?.error, refresh);
  await refresh();
  return toast;
}
