import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData } from 'react-router-dom';
import type { notFoundPageLoaderQuery } from '#web/__generated__/notFoundPageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { notFoundPageQuery } from './notFoundPageLoader.ts';

export { loadNotFoundPage as loadPage } from './notFoundPageLoader.ts';

export function Page() {
  const reference = useLoaderData<PreloadedQuery<notFoundPageLoaderQuery>>();
  return (
    <Suspense fallback={<EmptyPageSkeleton />}>
      <NotFound reference={reference} />
    </Suspense>
  );
}

interface NotFoundProps {
  reference: PreloadedQuery<notFoundPageLoaderQuery>;
}

function NotFound({ reference }: NotFoundProps) {
  const { site } = useOwnedPreloadedQuery<notFoundPageLoaderQuery>(notFoundPageQuery, reference);
  return (
    <>
      <PageMeta
        title={`Page Not Found | ${site.title}`}
        description={`This page of ${site.title} does not exist. Search resorts and timeshare weeks, or go back to the home page.`}
        status={404}
      />
      <EmptyState
        headingLevel="h1"
        title="Page Not Found"
        action={
          <ButtonLink to="/" variant="contained">
            Back to Home
          </ButtonLink>
        }
      >
        <p>This address leads nowhere. The tide may have taken it.</p>
      </EmptyState>
    </>
  );
}
