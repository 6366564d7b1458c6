import { graphql } from 'react-relay/hooks';
import type { PayoutsPageQuery } from '../__generated__/PayoutsPageQuery.graphql.ts';
import { definePage } from '../page/definePage.tsx';
import { Payouts } from './Payouts.tsx';
import { PayoutsSkeleton } from './PayoutsSkeleton.tsx';

export const page = definePage<PayoutsPageQuery>({
  path: '/payouts',
  access: 'signedIn',
  query: graphql`
    query PayoutsPageQuery {
      ...AppShell_query
      site {
        ...BankAccount_site
      }
      viewer {
        ...Payouts_viewer
      }
    }
  `,
  meta: { title: 'Payouts' },
  skeleton: <PayoutsSkeleton />,
  component: ({ data }) => <Payouts site={data.site} viewer={data.viewer} />,
});
