import { useEffect } from 'react';
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';

const pendingDisposals = new WeakMap<object, ReturnType<typeof setTimeout>>();

/** Reads a query that a route's loader started, and releases its data once the page is gone. */
export function useOwnedPreloadedQuery<TQuery extends OperationType>(
  query: GraphQLTaggedNode,
  reference: PreloadedQuery<TQuery>,
): TQuery['response'] {
  useEffect(() => {
    clearTimeout(pendingDisposals.get(reference));
    return () => {
      // Deferred, since an effect may be cleaned up and run again for the same page.
      pendingDisposals.set(
        reference,
        setTimeout(() => reference.dispose(), 1000),
      );
    };
  }, [reference]);
  return usePreloadedQuery<TQuery>(query, reference);
}
