import { useEffect, useState } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay/hooks';
import type { globalSearchLoaderQuery } from '#web/__generated__/globalSearchLoaderQuery.graphql.ts';
import { inGroups, recentHits, shortestText, type Hit } from './globalSearchHits.ts';
import { globalSearchQuery } from './globalSearchLoader.ts';

interface Found {
  text: string;
  hits: readonly Hit[];
  hasFailed: boolean;
}

/** Milliseconds after the last key before the search runs. */
const pause = 150;

const nothing: Found = { text: '', hits: [], hasFailed: false };

/**
 * Searches while typing. Keeps the previous hits until the hits of the latest text arrive; without
 * a text, returns recent hits.
 */
export function useGlobalSearch(typed: string) {
  const environment = useRelayEnvironment();
  const [found, setFound] = useState(nothing);
  const text = typed.trim();
  const isWanted = text.length >= shortestText;
  useEffect(() => {
    if (!isWanted) return undefined;
    let subscription: { unsubscribe: () => void } | undefined;
    const timer = setTimeout(() => {
      subscription = fetchQuery<globalSearchLoaderQuery>(
        environment,
        globalSearchQuery,
        { text },
        { fetchPolicy: 'network-only' },
      ).subscribe({
        next: ({ adminSearch }) =>
          setFound({ text, hits: inGroups(adminSearch ?? []), hasFailed: false }),
        error: () => setFound({ text, hits: [], hasFailed: true }),
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      subscription?.unsubscribe();
    };
  }, [environment, text, isWanted]);
  return {
    hits: isWanted ? found.hits : recentHits(),
    isRecent: !isWanted,
    isSearching: isWanted && found.text !== text,
    hasFailed: isWanted && found.text === text && found.hasFailed,
  };
}
