import { useCallback, useState } from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import { assertAccepted, type Result } from './refusal.ts';
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

type Accepted<TResponse> = Payload<NonNullable<TResponse[keyof TResponse]>>;

type Payload<TAnswer> = {
  readonly [TName in Exclude<keyof TAnswer, 'error'>]-?: Exclude<TAnswer[TName], undefined>;
};

/** Like `useMutation`, but the returned function throws a RefusedError if the server refuses. */
export function useCommand<TMutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
): [
  (
    variables: TMutation['variables'],
    options?: MutationOptions<TMutation>,
  ) => Promise<Accepted<TMutation['response']>>,
  boolean,
] {
  const [run, isPending] = useMutation<TMutation>(mutation);
  return [
    async (variables, options) => {
      const [answer] = Object.values(await run(variables, options)) as (Result | null)[];
      assertAccepted(answer);
      return answer as unknown as Accepted<TMutation['response']>;
    },
    isPending,
  ];
}
