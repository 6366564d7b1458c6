import { commitMutation } from 'react-relay/hooks';
import type {
  Environment,
  GraphQLTaggedNode,
  MutationParameters,
  SelectorStoreUpdater,
} from 'relay-runtime';

export interface MutationOptions<TMutation extends MutationParameters> {
  updater?: SelectorStoreUpdater<TMutation['response']>;
  optimisticUpdater?: SelectorStoreUpdater<TMutation['response']>;
}

const listeners = new WeakMap<Environment, Set<() => void>>();

/** Calls back after each mutation with a response. @returns stops it */
export function onMutation(environment: Environment, listener: () => void): () => void {
  const known = listeners.get(environment) ?? new Set();
  listeners.set(environment, known.add(listener));
  return () => known.delete(listener);
}

export const runMutation = <TMutation extends MutationParameters>(
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: TMutation['variables'],
  options?: MutationOptions<TMutation>,
): Promise<TMutation['response']> =>
  new Promise((resolve, reject) => {
    commitMutation<TMutation>(environment, {
      mutation,
      variables,
      updater: options?.updater,
      optimisticUpdater: options?.optimisticUpdater,
      onCompleted: (response, errors) => {
        const [error] = errors ?? [];
        if (error === undefined) resolve(response);
        else reject(new Error(error.message));
        for (const listener of listeners.get(environment) ?? []) listener();
      },
      onError: (error) => reject(inServersWords(error)),
    });
  });

interface NoDataError extends Error {
  /** Set by Relay if a response has errors and no data at all. */
  source?: { errors: readonly { message: string }[] | null };
}

/** Relay's own message for a response without data is for programmers. */
function inServersWords(error: NoDataError): Error {
  return error.source ? new Error(error.source.errors?.[0]?.message ?? '') : error;
}
