import { Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { statementPageLoaderQuery } from '../__generated__/statementPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '../page/PageMeta.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { PayoutsSkeleton } from './PayoutsSkeleton.tsx';
import { Statement } from './Statement.tsx';
import { statementPageQuery, type StatementPageData } from './statementPageLoader.ts';

export { loadStatementPage as loadPage } from './statementPageLoader.ts';

export function Page() {
  const data = useLoaderData<StatementPageData>();
  return (
    <Suspense fallback={<PayoutsSkeleton />}>
      <LoadedStatement {...data} />
    </Suspense>
  );
}

function LoadedStatement({ year, reference }: StatementPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<statementPageLoaderQuery>(
    statementPageQuery,
    reference,
  );
  if (!viewer) return <Navigate to="/auth" replace />;
  if (!viewer.statement || year === undefined) {
    return (
      <div className="content">
        <PageMeta title={`Statement not found | ${site.title}`} status={404} />
        <EmptyState
          title="There is no such statement"
          headingLevel="h1"
          action={
            <ButtonLink to="/payouts" variant="contained" color="secondary" size="large">
              Payouts
            </ButtonLink>
          }
        >
          <p>Each year in which you earned something has a statement.</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <PageMeta title={`Statement ${year} | ${site.title}`} canonicalPath={`/payouts/${year}`} />
      <Statement siteTitle={site.title} year={year} viewer={viewer.statement} />
    </>
  );
}
