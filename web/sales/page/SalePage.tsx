import { Suspense } from 'react';
import { useLoaderData, useParams } from 'react-router-dom';
import type { salePageLoaderQuery } from '#web/__generated__/salePageLoaderQuery.graphql.ts';
import { CompareBar } from '#web/listings/compare/CompareBar.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { SaleMeta } from './SaleMeta.tsx';
import { SaleOffer } from './SaleOffer.tsx';
import { SalePageSkeleton } from './SalePageSkeleton.tsx';
import { salePageQuery, type SalePageData } from './salePageLoader.ts';

export { loadSalePage as loadPage } from './salePageLoader.ts';

export function Page() {
  const { reference } = useLoaderData<SalePageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<SalePageSkeleton />}>
      <Sale reference={reference} />
    </Suspense>
  );
}

function Sale({ reference }: SalePageData) {
  const { site, saleListing } = useOwnedPreloadedQuery<salePageLoaderQuery>(
    salePageQuery,
    reference,
  );
  if (!saleListing) return <NotForSale siteTitle={site.title} />;
  return (
    <>
      <SaleMeta listing={saleListing} site={site} />
      <SaleOffer listing={saleListing} site={site} />
      <CompareBar kind="sale" />
    </>
  );
}

interface NotForSaleProps {
  siteTitle: string;
}

function NotForSale({ siteTitle }: NotForSaleProps) {
  return (
    <>
      <PageMeta
        title={`No longer for sale | ${siteTitle}`}
        description={`This timeshare is not for sale at ${siteTitle}. See the weeks and points that are.`}
        status={404}
      />
      <EmptyState
        headingLevel="h1"
        title="This timeshare isn’t for sale"
        action={
          <ButtonLink to="/search?type=buy" variant="contained">
            See What Is for Sale
          </ButtonLink>
        }
      >
        <p>It was sold or taken off the site, or the link is wrong.</p>
      </EmptyState>
    </>
  );
}
