import { graphql } from 'react-relay/hooks';
import type { SalePageQuery } from '#web/__generated__/SalePageQuery.graphql.ts';
import { CompareBar } from '#web/listings/compare/CompareBar.tsx';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { SaleMeta } from './SaleMeta.tsx';
import { SaleOffer } from './SaleOffer.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './SalePage.module.css';

export const page = definePage<SalePageQuery>({
  path: '/sale/:id',
  access: 'everyone',
  // An offer changes what the person can do next.
  fetchPolicy: 'store-and-network',
  query: graphql`
    query SalePageQuery($id: ID!) {
      ...AppShell_query
      ...OfferLink_query @arguments(id: $id)
      site {
        ...SaleMeta_site
      }
      saleComparables(id: $id) {
        ...OwningCosts_comparables
        ...SaleMarket_comparables
      }
      saleListing(id: $id) {
        ...SaleMeta_listing
        ...SaleOffer_listing
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  skeleton: <SalePageSkeleton />,
  component: Sale,
});

function Sale({ data }: PageProps<SalePageQuery>) {
  const { site, saleListing, saleComparables } = data;
  const { title } = useSiteFacts();
  if (saleListing) {
    return (
      <>
        <SaleMeta listing={saleListing} site={site} />
        <SaleOffer listing={saleListing} comparables={saleComparables} query={data} />
        <CompareBar kind="sale" />
      </>
    );
  }
  return (
    <NotFound
      title="No longer for sale"
      description={`This timeshare is not for sale at ${title}. See the weeks and points that are.`}
      heading="This timeshare isn’t for sale"
      link={{ to: '/search?type=buy', label: 'See What Is for Sale' }}
      text="It was sold or taken off the site, or the link is wrong."
    />
  );
}

function SalePageSkeleton() {
  return (
    <div className={`content ${styles.page}`}>
      <div className="visuallyHidden" role="status">
        <h1>Loading…</h1>
      </div>
      <div aria-hidden="true">
        <Skeleton width="120px" height="44px" />
        <div className={`stack gap-2 to-left ${styles.head}`}>
          <Skeleton width="180px" height="32px" radius="999px" />
          <Skeleton width="70%" height="48px" />
          <Skeleton width="50%" height="28px" />
        </div>
        <div className={styles.columns}>
          <div className={`full rounded-panel on-sand ${styles.picture}`}>
            <Skeleton height="100%" radius="24px" />
          </div>
          <div className={`stack gap-5 second-column sticky ${styles.side}`}>
            <Skeleton height="380px" radius="24px" />
          </div>
        </div>
      </div>
    </div>
  );
}
