import { Suspense, useEffect, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { Navigate, useLoaderData, useNavigate, useSearchParams } from 'react-router-dom';
import type { NewThreadPageMutation } from '../__generated__/NewThreadPageMutation.graphql.ts';
import type { newThreadPageLoaderQuery } from '../__generated__/newThreadPageLoaderQuery.graphql.ts';
import { messageOf } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '../page/PageMeta.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';
import { newThreadPageQuery, type NewThreadPageData } from './newThreadPageLoader.ts';

export { loadNewThreadPage as loadPage } from './newThreadPageLoader.ts';

export function Page() {
  const data = useLoaderData<NewThreadPageData>();
  return (
    <Suspense fallback={<MessagesSkeleton />}>
      <NewThreadScreen {...data} />
    </Suspense>
  );
}

const failed = 'The conversation could not be opened. Please try again';

/** Opens the conversation about the listing or booking in the URL, and goes there. */
function NewThreadScreen({ reference }: NewThreadPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<newThreadPageLoaderQuery>(
    newThreadPageQuery,
    reference,
  );
  const [params] = useSearchParams();
  const bookingId = params.get('booking');
  const listingId = bookingId === null ? (params.get('listing') ?? '') : null;
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [open] = useMutation<NewThreadPageMutation>(graphql`
    mutation NewThreadPageMutation($input: OpenThreadInput!) {
      openThread(input: $input) {
        __typename
        ... on OpenThreadPayload {
          thread {
            databaseId
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  useEffect(() => {
    let isGone = false;
    open({ input: { listingId, bookingId } }).then(
      ({ openThread }) => {
        if (isGone) return;
        if (openThread?.thread) {
          void navigate(`/messages/${openThread.thread.databaseId}`, { replace: true });
        } else setFailure(openThread?.message ?? failed);
      },
      (error: unknown) => isGone || setFailure(messageOf(error, failed)),
    );
    return () => {
      isGone = true;
    };
  }, [open, listingId, bookingId, navigate]);
  return (
    <>
      <PageMeta title={`${bookingId === null ? 'Ask the owner' : 'Messages'} | ${site.title}`} />
      {!viewer && <Navigate to="/auth" replace />}
      {failure === undefined ? (
        <MessagesSkeleton />
      ) : (
        <EmptyState
          headingLevel="h1"
          title={
            bookingId === null
              ? 'You can’t ask about this week'
              : 'You can’t write about this booking'
          }
          action={
            <ButtonLink to="/search" variant="contained">
              Find a Week
            </ButtonLink>
          }
        >
          <p role="alert">{failure}.</p>
        </EmptyState>
      )}
    </>
  );
}
