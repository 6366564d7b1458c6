import { fetchQuery, useRelayEnvironment, type PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType, RecordSourceSelectorProxy } from 'relay-runtime';

/**
 * Refetches a page's query after a change, and invalidates the store, so that other pages refetch
 * when they are shown again.
 */
export function useRefresh<TQuery extends OperationType>(
  query: GraphQLTaggedNode,
  { variables }: Pick<PreloadedQuery<TQuery>, 'variables'>,
): () => Promise<void> {
  const environment = useRelayEnvironment();
  return async () => {
    // The type lacks `invalidateStore`, which every store has.
    environment.commitUpdate((store) => (store as RecordSourceSelectorProxy).invalidateStore());
    await fetchQuery<TQuery>(environment, query, variables, { fetchPolicy: 'network-only' })
      .toPromise()
      // The change is saved; the list shows it at the next visit.
      .catch(() => undefined);
  };
}
