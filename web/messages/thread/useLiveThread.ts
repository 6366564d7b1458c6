import { useEffect, useRef, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import { requestSubscription } from 'relay-runtime';
import type { useLiveThreadSubscription } from '#web/__generated__/useLiveThreadSubscription.graphql.ts';
import type { useLiveThreadReadMutation } from '#web/__generated__/useLiveThreadReadMutation.graphql.ts';
import { useMutation } from '#web/relay/useMutation.ts';

const subscription = graphql`
  subscription useLiveThreadSubscription($id: ID!, $after: Int!, $connections: [ID!]!) {
    messageThread(id: $id, after: $after) {
      thread {
        isUnread
        isReadTo
        lastNumber
        showsContacts
      }
      messages @appendEdge(connections: $connections) {
        node {
          number
          text
          isMine
          sentAt
          ...Bubble_message
        }
      }
    }
  }
`;

/**
 * Adds new messages to a thread while it is shown.
 * @returns The announcement for screen readers: the other side's latest new message.
 */
export function useLiveThread(
  threadId: string,
  lastNumber: number,
  connection: string,
  name: string,
): string {
  const environment = useRelayEnvironment();
  const [heard, setHeard] = useState('');
  const after = useRef(lastNumber);
  useEffect(() => {
    const { dispose } = requestSubscription<useLiveThreadSubscription>(environment, {
      subscription,
      variables: { id: threadId, after: after.current, connections: [connection] },
      onNext: (answer) => {
        const messages = answer?.messageThread.messages ?? [];
        const theirs = messages.findLast(({ node }) => !node.isMine);
        if (theirs) setHeard(`${name} wrote: ${theirs.node.text}`);
      },
      // Without a connection, the page keeps the loaded data until the next visit.
      onError: () => undefined,
    });
    return dispose;
  }, [environment, threadId, connection, name]);
  return heard;
}

/** Marks a thread as read up to a message while the page is visible. */
export function useReadMark(threadId: string, isUnread: boolean, number: number): void {
  const [mark] = useMutation<useLiveThreadReadMutation>(graphql`
    mutation useLiveThreadReadMutation($input: MarkThreadReadInput!) {
      markThreadRead(input: $input) {
        __typename
        ... on MarkThreadReadPayload {
          viewer {
            unreadThreadCount
          }
          thread {
            isUnread
          }
        }
      }
    }
  `);
  const isVisible = useVisible();
  useEffect(() => {
    if (!isUnread || !isVisible || number === 0) return;
    // A lost mark is repeated at the next visit.
    mark({ input: { threadId, number } }).catch(() => undefined);
  }, [mark, threadId, isUnread, isVisible, number]);
}

function useVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
