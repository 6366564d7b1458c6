import { lazy, Suspense } from 'react';
import { useLoaderData, useSearchParams } from 'react-router-dom';
import type { reportsPageLoaderQuery } from '#web/__generated__/reportsPageLoaderQuery.graphql.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { reportsPageQuery, type ReportsPageData } from './reportsPageLoader.ts';

export { loadReportsPage as loadPage } from './reportsPageLoader.ts';

const SiteCharts = lazy(() => import('./SiteCharts.tsx'));

const spans = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const;

export function Page() {
  const { reference } = useLoaderData<ReportsPageData>();
  const { site } = useOwnedPreloadedQuery<reportsPageLoaderQuery>(reportsPageQuery, reference);
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
      <PageMeta title={`Reports | ${site.title}`} canonicalPath="/admin/reports" />
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
