import { useEffect, useRef, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import { requestSubscription } from 'relay-runtime';
import type { useLiveThreadSubscription } from '#web/__generated__/useLiveThreadSubscription.graphql.ts';

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
 * Adds messages to a thread as they are sent, while it is shown.
 * @returns What a screen reader is told: the last message of the other side that came meanwhile.
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
      // Without it the page shows what was loaded; the next visit loads the rest.
      onError: () => undefined,
    });
    return dispose;
  }, [environment, threadId, connection, name]);
  return heard;
}
