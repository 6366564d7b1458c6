import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { taxesPageLoaderQuery } from '../../../__generated__/taxesPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../../../relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '../../../shell/PageMeta.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { EmptyState } from '../../../ui/panels/EmptyState.tsx';
import { GuardedPage } from '../../../ui/dialogs/useLeaveGuard.tsx';
import { AdminFrame } from '../_parts/frame/AdminFrame.tsx';
import { AdminSkeleton } from '../_parts/frame/AdminSkeleton.tsx';
import { useRefresh } from '../_parts/useRefresh.ts';
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
