import type { PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';
import type { FilterPanel_query$key } from '../../../__generated__/FilterPanel_query.graphql.ts';
import type { SearchChips_query$key } from '../../../__generated__/SearchChips_query.graphql.ts';
import { useOwnedPreloadedQuery } from '../../../relay/useOwnedPreloadedQuery.ts';

/** The query of a view, as far as the filters around its results read it. */
interface FrameQuery extends OperationType {
  readonly response: FilterPanel_query$key & SearchChips_query$key;
}

export interface FrameReference {
  document: GraphQLTaggedNode;
  reference: PreloadedQuery<FrameQuery>;
}

export const useFrameQuery = ({ document, reference }: FrameReference): FrameQuery['response'] =>
  useOwnedPreloadedQuery<FrameQuery>(document, reference);
