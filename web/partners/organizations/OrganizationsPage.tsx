import { Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { organizationsPageLoaderQuery } from '#web/__generated__/organizationsPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Organizations } from './Organizations.tsx';
import { OrganizationSkeleton } from './OrganizationSkeleton.tsx';
import { organizationsPageQuery, type OrganizationsPageData } from './organizationsPageLoader.ts';

export { loadOrganizationsPage as loadPage } from './organizationsPageLoader.ts';

export function Page() {
  const data = useLoaderData<OrganizationsPageData>();
  return (
    <Suspense fallback={<OrganizationSkeleton />}>
      <LoadedOrganizations {...data} />
    </Suspense>
  );
}

function LoadedOrganizations({ reference }: OrganizationsPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<organizationsPageLoaderQuery>(
    organizationsPageQuery,
    reference,
  );
  if (!viewer) return <Navigate to="/auth" replace />;
  return (
    <>
      <PageMeta title={`Organizations | ${site.title}`} canonicalPath="/organizations" />
      <Organizations viewer={viewer} />
    </>
  );
}
