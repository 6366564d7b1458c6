import { useLazyLoadQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';

/** The data of a query as it is stored, and soon as the server has it. */
export const useStoredFirst = <TQuery extends OperationType>(
  query: GraphQLTaggedNode,
  variables: TQuery['variables'] = {},
) => useLazyLoadQuery<TQuery>(query, variables, { fetchPolicy: 'store-and-network' });
