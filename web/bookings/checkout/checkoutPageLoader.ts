import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { checkoutPageLoaderQuery } from '#web/__generated__/checkoutPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const checkoutPageQuery = graphql`
  query checkoutPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
      ...CheckoutForm_site
    }
    viewer {
      ...CheckoutForm_viewer
    }
    week: node(id: $id) {
      ... on Listing {
        resort {
          name
        }
        ...Checkout_listing @alias(as: "listing")
      }
    }
  }
`;

export interface CheckoutPageData {
  reference: PreloadedQuery<checkoutPageLoaderQuery>;
}

export async function loadCheckoutPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<CheckoutPageData> {
  const reference = loadQuery<checkoutPageLoaderQuery>(environment, checkoutPageQuery, {
    id: btoa(`Listing:${params['id'] ?? ''}`),
  });
  await requireSignedIn(environment, reference, request);
  return { reference };
}
