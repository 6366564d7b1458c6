import { fetchQuery, useRelayEnvironment, type PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType, RecordSourceSelectorProxy } from 'relay-runtime';

/**
 * Reads a page's query anew after a change. Whatever other pages had read of it is read anew when they
 * are seen again.
 */
export function useRefresh<TQuery extends OperationType>(
  query: GraphQLTaggedNode,
  { variables }: PreloadedQuery<TQuery>,
): () => Promise<void> {
  const environment = useRelayEnvironment();
  return async () => {
    // Its types leave out here what every store has.
    environment.commitUpdate((store) => (store as RecordSourceSelectorProxy).invalidateStore());
    await fetchQuery<TQuery>(environment, query, variables, { fetchPolicy: 'network-only' })
      .toPromise()
      // What was changed stays changed; the list says it at the next look.
      .catch(() => undefined);
  };
}
