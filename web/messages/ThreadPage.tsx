import { Suspense } from 'react';
import { Navigate, useLoaderData, useParams } from 'react-router-dom';
import type { threadPageLoaderQuery } from '../__generated__/threadPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '../page/PageMeta.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';
import { Thread } from './thread/Thread.tsx';
import { threadPageQuery, type ThreadPageData } from './threadPageLoader.ts';

export { loadThreadPage as loadPage } from './threadPageLoader.ts';

export function Page() {
  const data = useLoaderData<ThreadPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<MessagesSkeleton />}>
      <ThreadScreen {...data} />
    </Suspense>
  );
}

function ThreadScreen({ reference }: ThreadPageData) {
  const { site, viewer, messageThread } = useOwnedPreloadedQuery<threadPageLoaderQuery>(
    threadPageQuery,
    reference,
  );
  if (!viewer) return <Navigate to="/auth" replace />;
  if (!messageThread) {
    return (
      <>
        <PageMeta title={`Conversation not found | ${site.title}`} status={404} />
        <EmptyState
          headingLevel="h1"
          title="Conversation not found"
          action={
            <ButtonLink to="/messages" variant="contained">
              Messages
            </ButtonLink>
          }
        >
          <p>There is no such conversation among yours.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageMeta title={`${messageThread.weekTitle} | ${site.title}`} />
      <Thread thread={messageThread} />
    </>
  );
}
