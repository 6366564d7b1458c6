import { Suspense } from 'react';
import { Navigate, useLoaderData, useLocation } from 'react-router-dom';
import type { checkoutPageLoaderQuery } from '#web/__generated__/checkoutPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Checkout } from './Checkout.tsx';
import { checkoutPageQuery, type CheckoutPageData } from './checkoutPageLoader.ts';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';

export { loadCheckoutPage as loadPage } from './checkoutPageLoader.ts';

export function Page() {
  const data = useLoaderData<CheckoutPageData>();
  const { pathname } = useLocation();
  return (
    <Suspense key={pathname} fallback={<CheckoutSkeleton />}>
      <LoadedCheckout {...data} />
    </Suspense>
  );
}

function LoadedCheckout({ reference }: CheckoutPageData) {
  const { site, viewer, week } = useOwnedPreloadedQuery<checkoutPageLoaderQuery>(
    checkoutPageQuery,
    reference,
  );
  if (!viewer) return <Navigate to="/auth" replace />;
  if (!week?.resort || !week.listing) {
    return (
      <>
        <PageMeta title={`Week not found | ${site.title}`} status={404} />
        <EmptyState
          headingLevel="h1"
          title="This week is no longer on offer"
          action={
            <ButtonLink to="/search?type=rent" variant="contained" color="secondary">
              Find Another Week
            </ButtonLink>
          }
        >
          <p>Its owner has taken it back, or its dates are over.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageMeta title={`Book ${week.resort.name} | ${site.title}`} />
      <Checkout listing={week.listing} site={site} viewer={viewer} />
    </>
  );
}
