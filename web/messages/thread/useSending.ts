import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useSendingMutation } from '#web/__generated__/useSendingMutation.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';

export interface WaitingMessage {
  /** Sent with each attempt, so that a retry after a lost response sends nothing twice. */
  key: string;
  text: string;
  /** Why it could not be sent; undefined while it is under way. */
  failure: string | undefined;
}

/** Sends messages of a thread, shows them meanwhile, and retries failed messages. */
export function useSending(threadId: string, connection: string) {
  const [waiting, setWaiting] = useState<readonly WaitingMessage[]>([]);
  const [run] = useCommand<useSendingMutation>(graphql`
    mutation useSendingMutation($input: SendMessageInput!, $connections: [ID!]!) {
      sendMessage(input: $input) {
        ... on SendMessagePayload {
          messageEdge @appendEdge(connections: $connections) {
            node {
              number
              sentAt
              ...Bubble_message
            }
          }
          thread {
            lastNumber
            lastMessageAt
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const set = (key: string, failure: string | undefined) =>
    setWaiting((all) => all.map((each) => (each.key === key ? { ...each, failure } : each)));
  const deliver = async (key: string, text: string) => {
    try {
      await run({
        input: { threadId, text, idempotencyKey: key },
        connections: [connection],
      });
      setWaiting((all) => all.filter((each) => each.key !== key));
    } catch (error) {
      set(key, messageOf(error, 'It could not be sent'));
    }
  };
  return {
    waiting,
    send(text: string) {
      const key = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
      setWaiting((all) => [...all, { key, text, failure: undefined }]);
      void deliver(key, text);
    },
    retry(key: string) {
      const message = waiting.find((each) => each.key === key);
      if (!message) return;
      set(key, undefined);
      void deliver(key, message.text);
    },
  };
}
