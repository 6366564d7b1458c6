import { useRef } from 'react';
import { graphql, usePaginationFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  ThreadList_query$data,
  ThreadList_query$key,
} from '../__generated__/ThreadList_query.graphql.ts';
import type { ThreadListPaginationQuery } from '../__generated__/ThreadListPaginationQuery.graphql.ts';
import { BackLink } from '../ui/layout/BackLink.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { ShowMore } from '../ui/feedback/ShowMore.tsx';
import { LocalTime } from '../ui/words/LocalTime.tsx';
import { MaskedText } from '../ui/words/MaskedText.tsx';
import { otherName } from './otherName.ts';
import styles from './ThreadList.module.css';

export function ThreadList({ query }: { query: ThreadList_query$key }) {
  const { data, ...pagination } = usePaginationFragment<
    ThreadListPaginationQuery,
    ThreadList_query$key
  >(queryFragment, query);
  const edges = data.messageThreads?.edges ?? [];
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className={`sections content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>Messages</h1>
      </header>
      {edges.length === 0 ? (
        <EmptyState
          title="No messages yet"
          action={
            <ButtonLink to="/search" variant="contained" color="secondary" size="large">
              Find a Week
            </ButtonLink>
          }
        >
          <p>Ask the owner of a week whatever you would like to know before you book.</p>
        </EmptyState>
      ) : (
        <>
          <ul ref={list} className="stack gap-3" aria-label="Conversations">
            {edges.map(({ node }) => (
              <Row key={node.databaseId} thread={node} />
            ))}
          </ul>
          <ShowMore noun="Conversations" list={list} count={edges.length} pagination={pagination} />
        </>
      )}
    </div>
  );
}

interface RowProps {
  thread: NonNullable<ThreadList_query$data['messageThreads']>['edges'][number]['node'];
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
          <Link className="text-18 semibold undecorated" to={`/messages/${databaseId}`}>
            {name}
            {isUnread && <span className="visuallyHidden">, unread</span>}
          </Link>
          <span className={styles.time}>
            <LocalTime instant={lastMessageAt} />
          </span>
        </p>
        <p className={styles.about}>
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
  fragment ThreadList_query on Query
  @refetchable(queryName: "ThreadListPaginationQuery")
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
