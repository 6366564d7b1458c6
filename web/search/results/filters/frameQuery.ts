import type { PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';
import type { FilterPanel_query$key } from '#web/__generated__/FilterPanel_query.graphql.ts';
import type { SearchChips_query$key } from '#web/__generated__/SearchChips_query.graphql.ts';
import type { SortMenu_query$key } from '#web/__generated__/SortMenu_query.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';

interface FrameQuery<Read> extends OperationType {
  readonly response: Read;
}

export interface FrameReference<
  Read = FilterPanel_query$key & SearchChips_query$key & SortMenu_query$key,
> {
  document: GraphQLTaggedNode;
  reference: PreloadedQuery<FrameQuery<Read>>;
}

export const useFrameQuery = <Read>({ document, reference }: FrameReference<Read>): Read =>
  useOwnedPreloadedQuery<FrameQuery<Read>>(document, reference);
