import { useEffect } from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import { requestSubscription, type GraphQLTaggedNode, type OperationType } from 'relay-runtime';

/** Subscribes to changes of a row by others while it is shown. */
export function useLive<TSubscription extends OperationType & { variables: { id: string } }>(
  subscription: GraphQLTaggedNode,
  id: string,
): void {
  const environment = useRelayEnvironment();
  useEffect(() => {
    const { dispose } = requestSubscription<TSubscription>(environment, {
      subscription,
      variables: { id },
      // Without a connection, the page keeps the loaded data until the next visit.
      onError: () => undefined,
    });
    return dispose;
  }, [environment, subscription, id]);
}
