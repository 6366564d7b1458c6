import { graphql } from 'react-relay/hooks';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import type { NewThreadPageQuery } from '#web/__generated__/NewThreadPageQuery.graphql.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NewThreadPageMutation } from '../__generated__/NewThreadPageMutation.graphql.ts';
import { messageOf } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';

export const page = definePage<NewThreadPageQuery>({
  path: '/messages/new',
  access: 'signedIn',
  query: graphql`
    query NewThreadPageQuery {
      ...AppShell_query
      viewer {
        id
      }
    }
  `,
  fetchPolicy: 'store-or-network',
  meta: (_, { search }) => ({
    title: search.has('booking') ? 'Messages' : 'Ask the owner',
    canonicalPath: undefined,
  }),
  skeleton: <MessagesSkeleton />,
  component: NewThreadScreen,
});

const failed = 'The conversation could not be opened. Please try again';

/** Opens the conversation about the listing or booking in the URL, and goes there. */
function NewThreadScreen({ search: params }: MemberPageProps<NewThreadPageQuery>) {
  const bookingId = params.get('booking');
  const listingId = bookingId === null ? (params.get('listing') ?? '') : null;
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [open] = useMutation<NewThreadPageMutation>(graphql`
    mutation NewThreadPageMutation($input: OpenThreadInput!) {
      openThread(input: $input) {
        ... on OpenThreadPayload {
          thread {
            databaseId
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
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
        } else setFailure(openThread?.error?.message ?? failed);
      },
      (error: unknown) => isGone || setFailure(messageOf(error, failed)),
    );
    return () => {
      isGone = true;
    };
  }, [open, listingId, bookingId, navigate]);
  return (
    <>
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
          link={{ to: '/search', label: 'Find a Week' }}
        >
          <p role="alert">{failure}.</p>
        </EmptyState>
      )}
    </>
  );
}
