import { fetchQuery } from 'react-relay/hooks';
import type { Environment, GraphQLTaggedNode, OperationType } from 'relay-runtime';

export async function refetch<TQuery extends OperationType>(
  environment: Environment,
  query: GraphQLTaggedNode,
  variables: TQuery['variables'],
): Promise<void> {
  await fetchQuery<TQuery>(environment, query, variables, { fetchPolicy: 'network-only' })
    .toPromise()
    .catch(() => undefined);
}
