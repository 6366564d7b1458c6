import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { taxesPageLoaderQuery } from '#web/__generated__/taxesPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import styles from './TaxesPage.module.css';
import { taxesPageQuery, type TaxesPageData } from './taxesPageLoader.ts';
import { TaxRow } from './TaxRow.tsx';

export { loadTaxesPage as loadPage } from './taxesPageLoader.ts';

const title = 'Occupancy Taxes';

export function Page() {
  const data = useLoaderData<TaxesPageData>();
  return (
    <GuardedPage>
      <Suspense fallback={<AdminSkeleton title={title} />}>
        <Taxes {...data} />
      </Suspense>
    </GuardedPage>
  );
}

function Taxes({ reference }: TaxesPageData) {
  const { site, occupancyTaxes } = useOwnedPreloadedQuery<taxesPageLoaderQuery>(
    taxesPageQuery,
    reference,
  );
  const refresh = useRefresh(taxesPageQuery, reference);
  return (
    <AdminFrame
      title={title}
      subtitle="A share of nights and cleaning fee, by destination. Booked stays keep their price; all others follow within minutes."
      actions={<BackLink to="/admin/settings?tab=general">Settings</BackLink>}
    >
      <PageMeta title={`${title} | ${site.title}`} canonicalPath="/admin/taxes" />
      {occupancyTaxes?.length ? (
        <ul className={styles.list} aria-label={title}>
          {occupancyTaxes.map((tax) => (
            <TaxRow key={tax.id} tax={tax} onOutdated={refresh} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No destinations yet">
          <p>The destination of the first resort is listed here.</p>
        </EmptyState>
      )}
    </AdminFrame>
  );
}
