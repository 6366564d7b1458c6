import { Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { messagesPageLoaderQuery } from '../__generated__/messagesPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '../page/PageMeta.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';
import { messagesPageQuery, type MessagesPageData } from './messagesPageLoader.ts';
import { ThreadList } from './ThreadList.tsx';

export { loadMessagesPage as loadPage } from './messagesPageLoader.ts';

export function Page() {
  const data = useLoaderData<MessagesPageData>();
  return (
    <Suspense fallback={<MessagesSkeleton />}>
      <MessagesScreen {...data} />
    </Suspense>
  );
}

function MessagesScreen({ reference }: MessagesPageData) {
  const { site, viewer, ...query } = useOwnedPreloadedQuery<messagesPageLoaderQuery>(
    messagesPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta title={`Messages | ${site.title}`} canonicalPath="/messages" />
      {viewer ? <ThreadList query={query} /> : <Navigate to="/auth" replace />}
    </>
  );
}
