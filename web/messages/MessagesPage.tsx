import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import type { MessagesPageQuery } from '#web/__generated__/MessagesPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { MessagesSkeleton } from './MessagesSkeleton.tsx';
import { Link } from 'react-router-dom';
import type {
  MessagesPage_threads$data,
  MessagesPage_threads$key,
} from '#web/__generated__/MessagesPage_threads.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import { otherName } from './otherName.ts';
import styles from './ThreadList.module.css';

export const page = definePage<MessagesPageQuery>({
  path: '/messages',
  access: 'signedIn',
  query: graphql`
    query MessagesPageQuery {
      ...AppShell_query
      viewer {
        id
      }
      ...MessagesPage_threads
    }
  `,
  meta: { title: 'Messages' },
  skeleton: <MessagesSkeleton />,
  component: ({ data }) => <ThreadList query={data} />,
});

function ThreadList({ query }: { query: MessagesPage_threads$key }) {
  const { data, ...pages } = usePages(queryFragment, query);
  const edges = data.messageThreads?.edges ?? [];
  return (
    <div className={`sections content page-room ${styles.page}`}>
      <header>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>Messages</h1>
      </header>
      {edges.length === 0 ? (
        <EmptyState
          title="No messages yet"
          link={{ to: '/search', label: 'Find a Week', variant: 'main' }}
          text="Ask the owner of a week whatever you would like to know before you book."
        />
      ) : (
        <>
          <ul ref={pages.list} className="stack gap-3" aria-label="Conversations">
            {edges.map(({ node }) => (
              <Row key={node.databaseId} thread={node} />
            ))}
          </ul>
          <ShowMore noun="Conversations" count={edges.length} pages={pages} />
        </>
      )}
    </div>
  );
}

interface RowProps {
  thread: NonNullable<MessagesPage_threads$data['messageThreads']>['edges'][number]['node'];
}

function Row({ thread }: RowProps) {
  const { databaseId, isUnread, weekTitle, resort, lastMessage, lastMessageAt } = thread;
  const { side, travelerName, ownerName } = thread;
  const name = otherName({ side, travelerName, ownerName });
  return (
    <li
      className={`icon-and-text gap-4 relative padding-4 card ${styles.row}`}
      data-unread={isUnread}
    >
      <span className={`disc relative on-foam teal bold ${styles.face}`} aria-hidden="true">
        {name.charAt(0)}
      </span>
      <div className="shrink breaks">
        <p className={`ends ${styles.head}`}>
          <Link className="text-18 semibold undecorated covers" to={`/messages/${databaseId}`}>
            {name}
            {isUnread && <span className="visuallyHidden">, unread</span>}
          </Link>
          <span className="quiet">
            <LocalTime instant={lastMessageAt} />
          </span>
        </p>
        <p className="quiet">
          {weekTitle}, {resort.name}
        </p>
        {lastMessage && (
          <p className={`clip margin-top-1 ${styles.preview}`}>
            {lastMessage.isMine && 'You: '}
            {lastMessage.isHidden ? 'Removed by our team' : <MaskedText text={lastMessage.text} />}
          </p>
        )}
      </div>
    </li>
  );
}

const queryFragment = graphql`
  fragment MessagesPage_threads on Query
  @refetchable(queryName: "MessagesPagePaginationQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
    messageThreads(first: $first, after: $after) @connection(key: "ThreadList_messageThreads") {
      edges {
        node {
          databaseId
          side
          travelerName
          ownerName
          isUnread
          weekTitle
          resort {
            name
          }
          lastMessageAt
          lastMessage {
            text
            isMine
            isHidden
          }
        }
      }
    }
  }
`;
