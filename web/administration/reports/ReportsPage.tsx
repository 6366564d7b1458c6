import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { graphql } from 'react-relay/hooks';
import type { ReportsPageQuery } from '#web/__generated__/ReportsPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { AdminSkeleton, AdminFrame } from '#web/admin/frame/AdminFrame.tsx';

const SiteCharts = lazy(() => import('./SiteCharts.tsx'));

const spans = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const;

export const page = definePage<ReportsPageQuery>({
  path: '/admin/reports',
  access: 'admin',
  query: graphql`
    query ReportsPageQuery {
      ...AppShell_query
    }
  `,
  meta: { title: 'Reports' },
  skeleton: <AdminSkeleton title="Reports" />,
  component: Reports,
});

function Reports() {
  const [params, setParams] = useSearchParams();
  const isHydrated = useHydrated();
  const days = spans.find(({ value }) => value === params.get('days'))?.value ?? '30';
  const skeleton = <Skeleton width="100%" height="560px" radius="24px" />;
  return (
    <AdminFrame
      title="Reports"
      subtitle="What was new over time; days are in UTC"
      actions={
        <Select
          label="Time"
          choices={spans}
          value={days}
          onChange={(value) => setParams({ days: value }, { preventScrollReset: true })}
        />
      }
    >
      {isHydrated ? (
        <SectionBoundary message="The reports could not be loaded" attempt={days}>
          <Suspense fallback={skeleton}>
            <SiteCharts days={Number(days)} />
          </Suspense>
        </SectionBoundary>
      ) : (
        skeleton
      )}
    </AdminFrame>
  );
}
