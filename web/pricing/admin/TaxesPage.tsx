import { graphql } from 'react-relay/hooks';
import type { TaxesPageQuery } from '#web/__generated__/TaxesPageQuery.graphql.ts';
import { definePage, type FrameProps, type PageProps } from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import styles from './TaxesPage.module.css';
import { TaxRow } from './TaxRow.tsx';

const title = 'Occupancy Taxes';

const taxesPageQuery = graphql`
  query TaxesPageQuery {
    ...AppShell_query
    occupancyTaxes {
      id
      ...TaxRow_tax
    }
  }
`;

export const page = definePage<TaxesPageQuery>({
  path: '/admin/taxes',
  access: 'admin',
  query: taxesPageQuery,
  frame: ({ children }: FrameProps<TaxesPageQuery>) => <GuardedPage>{children}</GuardedPage>,
  meta: { title },
  skeleton: <AdminSkeleton title={title} />,
  component: Taxes,
});

function Taxes({ data: { occupancyTaxes }, reference }: PageProps<TaxesPageQuery>) {
  const refresh = useRefresh(taxesPageQuery, reference);
  return (
    <AdminFrame
      title={title}
      subtitle="A share of nights and cleaning fee, by destination. Booked stays keep their price; all others follow within minutes."
      actions={<BackLink to="/admin/settings?tab=general">Settings</BackLink>}
    >
      {occupancyTaxes?.length ? (
        <ul className={`stack gap-3 ${styles.list}`} aria-label={title}>
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
