import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { comparePageLoaderQuery } from '../__generated__/comparePageLoaderQuery.graphql.ts';
import { readCompared } from './compareAddress.ts';

export const comparePageQuery = graphql`
  query comparePageLoaderQuery($ids: [ID!]!) {
    ...AppShell_query
    site {
      title
    }
    comparedListings(ids: $ids) {
      ...Comparison_listings
    }
  }
`;

export interface ComparePageData {
  reference: PreloadedQuery<comparePageLoaderQuery>;
}

export function loadComparePage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): ComparePageData {
  const { ids } = readCompared(new URL(request.url).searchParams);
  return {
    reference: loadQuery<comparePageLoaderQuery>(environment, comparePageQuery, { ids }),
  };
}
