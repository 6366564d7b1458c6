import { graphql } from 'react-relay/hooks';
import type { DealPageQuery } from '#web/__generated__/DealPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';
import { DealScreen } from './DealScreen.tsx';

export const page = definePage<DealPageQuery>({
  path: '/sales/:id',
  access: 'signedIn',
  query: graphql`
    query DealPageQuery($id: ID!) {
      ...AppShell_query
      viewer {
        id
      }
      site {
        ...PayDeposit_site
      }
      sale(id: $id) {
        title
        ...DealScreen_sale
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  meta: ({ sale }) => sale && { title: `Sale of ${sale.title}` },
  skeleton: (
    <DetailSkeleton
      columns={[
        ['220px', '360px'],
        ['280px', '160px'],
      ]}
    />
  ),
  component: Deal,
});

function Deal({ data: { sale, site } }: MemberPageProps<DealPageQuery>) {
  if (sale) return <DealScreen sale={sale} site={site} />;
  return (
    <NotFound
      title="Sale not found"
      link={{ to: '/dashboard/sales', label: 'My Offers and Sales' }}
      text="There is no such sale that you are a side of."
    />
  );
}
