import { useEffect } from 'react';
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';

const owners = new WeakMap<object, number>();

/** Reads a query that a route's loader started, and releases its data after it was shown. */
export function useOwnedPreloadedQuery<TQuery extends OperationType>(
  query: GraphQLTaggedNode,
  reference: PreloadedQuery<TQuery>,
): TQuery['response'] {
  useEffect(() => {
    owners.set(reference, (owners.get(reference) ?? 0) + 1);
    return () => {
      owners.set(reference, (owners.get(reference) ?? 1) - 1);
      // Deferred, since an effect may be cleaned up and run again for the same page.
      setTimeout(() => {
        if (owners.get(reference) === 0) reference.dispose();
      }, 1000);
    };
  }, [reference]);
  return usePreloadedQuery<TQuery>(query, reference);
}
