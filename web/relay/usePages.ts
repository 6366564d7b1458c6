import { useRef } from 'react';
import { usePaginationFragment } from 'react-relay/hooks';
import type { KeyType } from 'react-relay/relay-hooks/helpers';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';

/** A fragment with a list that is loaded page by page, and a ref for the list's element. */
export function usePages<TKey extends KeyType>(fragment: GraphQLTaggedNode, key: TKey) {
  const list = useRef<HTMLUListElement>(null);
  return { ...usePaginationFragment<OperationType, TKey>(fragment, key), list };
}
