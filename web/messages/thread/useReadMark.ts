import { useEffect, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useReadMarkMutation } from '#web/__generated__/useReadMarkMutation.graphql.ts';
import { useMutation } from '#web/relay/useMutation.ts';

/** Marks a thread as read up to a message while the page is visible. */
export function useReadMark(threadId: string, isUnread: boolean, number: number): void {
  const [mark] = useMutation<useReadMarkMutation>(graphql`
    mutation useReadMarkMutation($input: MarkThreadReadInput!) {
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
