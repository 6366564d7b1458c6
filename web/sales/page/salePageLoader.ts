import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { salePageLoaderQuery } from '#web/__generated__/salePageLoaderQuery.graphql.ts';

export const salePageQuery = graphql`
  query salePageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
      ...SaleMeta_site
      ...AskOwner_site
    }
    saleListing(id: $id) {
      ...SaleMeta_listing
      ...SaleOffer_listing
    }
  }
`;

export interface SalePageData {
  reference: PreloadedQuery<salePageLoaderQuery>;
}

export const loadSalePage = (
  environment: Environment,
  { params }: LoaderFunctionArgs,
): SalePageData => ({
  reference: loadQuery<salePageLoaderQuery>(environment, salePageQuery, { id: params['id'] ?? '' }),
});
