import { useCallback, useState } from 'react';
import { commitMutation, useRelayEnvironment } from 'react-relay/hooks';
import type { GraphQLTaggedNode, MutationParameters, SelectorStoreUpdater } from 'relay-runtime';

interface MutationOptions<TMutation extends MutationParameters> {
  updater?: SelectorStoreUpdater<TMutation['response']>;
  /** Shows the likely result until the response arrives. */
  optimisticUpdater?: SelectorStoreUpdater<TMutation['response']>;
}

type RunMutation<TMutation extends MutationParameters> = (
  variables: TMutation['variables'],
  options?: MutationOptions<TMutation>,
) => Promise<TMutation['response']>;

/** A mutation to await: resolves to its typed result, rejects on anything unexpected. */
export function useMutation<TMutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
): [RunMutation<TMutation>, boolean] {
  const environment = useRelayEnvironment();
  const [isPending, setIsPending] = useState(false);
  const run = useCallback<RunMutation<TMutation>>(
    (variables, options) => {
      setIsPending(true);
      return new Promise<TMutation['response']>((resolve, reject) => {
        commitMutation<TMutation>(environment, {
          mutation,
          variables,
          updater: options?.updater,
          optimisticUpdater: options?.optimisticUpdater,
          onCompleted: (response, errors) => {
            const [error] = errors ?? [];
            if (error === undefined) resolve(response);
            else reject(new Error(error.message));
          },
          onError: (error) => reject(inServersWords(error)),
        });
      }).finally(() => setIsPending(false));
    },
    [environment, mutation],
  );
  return [run, isPending];
}

interface NoDataError extends Error {
  /** Set by Relay if a response has errors and no data at all. */
  source?: { errors: readonly { message: string }[] | null };
}

/** Relay's own message for a response without data is for programmers. */
function inServersWords(error: NoDataError): Error {
  return error.source ? new Error(error.source.errors?.[0]?.message ?? '') : error;
}
