import { graphql } from 'react-relay/hooks';
import type { MessagesPageQuery } from '../__generated__/MessagesPageQuery.graphql.ts';
import { definePage } from '../page/definePage.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';
import { ThreadList } from './ThreadList.tsx';

export const page = definePage<MessagesPageQuery>({
  path: '/messages',
  access: 'signedIn',
  query: graphql`
    query MessagesPageQuery {
      ...AppShell_query
      viewer {
        id
      }
      ...ThreadList_query
    }
  `,
  meta: { title: 'Messages' },
  skeleton: <MessagesSkeleton />,
  component: ({ data }) => <ThreadList query={data} />,
});
