import { useEffect, useRef } from 'react';
import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { Link } from 'react-router-dom';
import type {
  Thread_thread$data,
  Thread_thread$key,
} from '#web/__generated__/Thread_thread.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { Bubble, WaitingBubble } from './Bubble.tsx';
import { Composer } from './Composer.tsx';
import { otherName } from '../otherName.ts';
import styles from './Thread.module.css';
import { useLiveThread, useReadMark } from './useLiveThread.ts';
import { useSending } from './useSending.ts';

const pageSize = 30;

export function Thread({ thread }: { thread: Thread_thread$key }) {
  const { data, hasPrevious, isLoadingPrevious, loadPrevious, refetch } = usePages(
    threadFragment,
    thread,
  );
  const { id, databaseId, side, resort, weekTitle, showsContacts, lastNumber, isUnread } = data;
  const { travelerName, ownerName } = data;
  const messages = data.messages.edges
    .map(({ node }) => node)
    .sort((one, other) => one.number - other.number);
  const connection = data.messages.__id;
  const name = otherName({ side, travelerName, ownerName });
  const heard = useLiveThread(databaseId, lastNumber, connection, name);
  const { waiting, send, retry } = useSending(id, connection);
  useReadMark(id, isUnread && side !== null, messages.at(-1)?.number ?? 0);
  const place = useRef<HTMLDivElement>(null);

  // Texts change once contact details are visible.
  const wereShown = useRef(showsContacts);
  useEffect(() => {
    if (wereShown.current === showsContacts) return;
    wereShown.current = showsContacts;
    refetch({}, { fetchPolicy: 'store-and-network' });
  }, [showsContacts, refetch]);

  const loadEarlier = () =>
    loadPrevious(pageSize, {
      onComplete: (error) => {
        if (error === null) return;
        showToast({
          title: 'Earlier messages could not be loaded',
          description: 'Please try again',
          variant: 'destructive',
        });
      },
    });
  return (
    <div className={`content ${styles.page}`}>
      <header className={styles.head}>
        <BackLink to="/messages">Messages</BackLink>
        <h1>{name}</h1>
        <p>
          {weekTitle}, <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>
        </p>
      </header>
      <section
        className={`flex column card ${styles.box}`}
        aria-label={`Conversation with ${name}`}
      >
        <Hint side={side} showsContacts={showsContacts} />
        {/* Scrolls, so it takes the focus; begins at its end. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div ref={place} className={styles.scroll} role="group" aria-label="Messages" tabIndex={0}>
          <div className={`stack gap-3 padding-4 ${styles.messages}`}>
            {hasPrevious && (
              <Button
                variant="outlined"
                color="inherit"
                size="small"
                className={styles.earlier ?? ''}
                aria-busy={isLoadingPrevious}
                onClick={isLoadingPrevious ? undefined : loadEarlier}
              >
                {isLoadingPrevious ? 'Loading…' : 'Earlier messages'}
              </Button>
            )}
            {messages.length === 0 && waiting.length === 0 && (
              <p className={`soft text-center ${styles.empty}`}>
                {side === 'TRAVELER'
                  ? `Say hello to ${name}, and ask what you would like to know.`
                  : 'Nothing was written yet.'}
              </p>
            )}
            <Days messages={messages} side={side ?? null} name={name} />
            {waiting.map((each) => (
              <WaitingBubble key={each.key} message={each} onRetry={() => retry(each.key)} />
            ))}
          </div>
        </div>
        <p className="visuallyHidden" role="status">
          {heard}
        </p>
        {side != null && (
          <Composer
            name={name}
            onSend={(text) => {
              send(text);
              // The end: the list is laid out from the bottom.
              place.current?.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </div>
  );
}

const Hint = ({ side, showsContacts }: Pick<Thread_thread$data, 'side' | 'showsContacts'>) =>
  (side === null || !showsContacts) && (
    <p className={`row gap-3 padding-3-4 on-sun text-15 ${styles.hint}`}>
      <Icon name={side === null ? 'flag' : 'shield'} size={20} />
      {side === null
        ? 'You can read this conversation because a message in it was reported, or shows signs of fraud.'
        : 'Phone numbers, addresses and links are hidden until the booking is confirmed.'}
    </p>
  );

interface DaysProps {
  messages: readonly (React.ComponentProps<typeof Bubble>['message'] & {
    readonly id: string;
    readonly sentAt: string;
  })[];
  side: string | null;
  name: string;
}

/** The messages of each day, under its date in the reader's own time zone. */
function Days({ messages, side, name }: DaysProps) {
  const isHydrated = useHydrated();
  const dayOf = (instant: string) =>
    isHydrated ? localDay(new Date(instant)) : instant.slice(0, 10);
  const days = [...new Set(messages.map(({ sentAt }) => dayOf(sentAt)))];
  return days.map((day) => (
    <section key={day} className={styles.day} aria-label={formatLongDay(day)}>
      <h2>{formatLongDay(day)}</h2>
      <ol className="stack gap-3">
        {messages
          .filter(({ sentAt }) => dayOf(sentAt) === day)
          .map((message) => (
            <Bubble key={message.id} message={message} side={side} name={name} />
          ))}
      </ol>
    </section>
  ));
}

const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-');

const threadFragment = graphql`
  fragment Thread_thread on MessageThread
  @refetchable(queryName: "ThreadPaginationQuery")
  @argumentDefinitions(last: { type: "Int", defaultValue: 30 }, before: { type: "String" }) {
    id
    databaseId
    side
    travelerName
    ownerName
    weekTitle
    showsContacts
    isUnread
    lastNumber
    resort {
      databaseId
      name
    }
    messages(last: $last, before: $before) @connection(key: "Thread_messages") {
      __id
      edges {
        node {
          id
          number
          sentAt
          ...Bubble_message
        }
      }
    }
  }
`;
