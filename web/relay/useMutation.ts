import { useCallback, useState } from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import { runMutation, type MutationOptions } from './runMutation.ts';

type RunMutation<TMutation extends MutationParameters> = (
  variables: TMutation['variables'],
  options?: MutationOptions<TMutation>,
) => Promise<TMutation['response']>;

export function useMutation<TMutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
): [RunMutation<TMutation>, boolean] {
  const environment = useRelayEnvironment();
  const [isPending, setIsPending] = useState(false);
  const run = useCallback<RunMutation<TMutation>>(
    (variables, options) => {
      setIsPending(true);
      return runMutation<TMutation>(environment, mutation, variables, options).finally(() =>
        setIsPending(false),
      );
    },
    [environment, mutation],
  );
  return [run, isPending];
}
