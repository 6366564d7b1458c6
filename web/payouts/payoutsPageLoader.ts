import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { payoutsPageLoaderQuery } from '../__generated__/payoutsPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../relay/requireSignedIn.ts';

export const payoutsPageQuery = graphql`
  query payoutsPageLoaderQuery {
    ...AppShell_query
    site {
      title
      ...BankAccount_site
    }
    viewer {
      ...Payouts_viewer
    }
  }
`;

export interface PayoutsPageData {
  reference: PreloadedQuery<payoutsPageLoaderQuery>;
}

/** Shows stored data and refetches it, since the clock and the payment provider change it. */
export async function loadPayoutsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<PayoutsPageData> {
  const reference = loadQuery<payoutsPageLoaderQuery>(
    environment,
    payoutsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
