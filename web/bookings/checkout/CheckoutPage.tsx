import { graphql } from 'react-relay/hooks';
import type { CheckoutPageQuery } from '#web/__generated__/CheckoutPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { Checkout } from './Checkout.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';

export const page = definePage<CheckoutPageQuery>({
  path: '/checkout/:id',
  access: 'signedIn',
  query: graphql`
    query CheckoutPageQuery($id: ID!) {
      ...AppShell_query
      site {
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
  `,
  variables: ({ id }) => ({ id: btoa(`Listing:${id}`) }),
  fetchPolicy: 'store-or-network',
  meta: ({ week }) => week?.resort && { title: `Book ${week.resort.name}` },
  skeleton: <CheckoutSkeleton />,
  component: LoadedCheckout,
});

function LoadedCheckout({ data: { site, viewer, week } }: MemberPageProps<CheckoutPageQuery>) {
  if (week?.listing) return <Checkout listing={week.listing} site={site} viewer={viewer} />;
  return (
    <NotFound
      title="Week not found"
      heading="This week is no longer on offer"
      link={{ to: '/search?type=rent', label: 'Find Another Week', variant: 'main' }}
      text="Its owner has taken it back, or its dates are over."
    />
  );
}
