import { graphql } from 'react-relay/hooks';
import type { ThreadPageQuery } from '../__generated__/ThreadPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '../page/definePage.tsx';
import { NotFound } from '../page/NotFound.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';
import { Thread } from './thread/Thread.tsx';

export const page = definePage<ThreadPageQuery>({
  path: '/messages/:id',
  access: 'signedIn',
  query: graphql`
    query ThreadPageQuery($id: ID!) {
      ...AppShell_query
      viewer {
        id
      }
      messageThread(id: $id) {
        weekTitle
        ...Thread_thread
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  meta: ({ messageThread }) => messageThread && { title: messageThread.weekTitle },
  skeleton: <MessagesSkeleton />,
  component: ThreadScreen,
});

function ThreadScreen({ data: { messageThread } }: MemberPageProps<ThreadPageQuery>) {
  if (messageThread) return <Thread thread={messageThread} />;
  return (
    <NotFound
      title="Conversation not found"
      link={{ to: '/messages', label: 'Messages' }}
      text="There is no such conversation among yours."
    />
  );
}
