import { useEffect, useEffectEvent } from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import { followRun, onRunEnd } from './liveRun.ts';

/** Follows runs, whoever started them, and reloads the page when one ends. */
export function useFollowedRuns(ids: readonly string[], refresh: () => Promise<void>): void {
  const environment = useRelayEnvironment();
  const onEnd = useEffectEvent(() => void refresh());
  const list = ids.join();
  useEffect(() => {
    for (const id of list.split(',')) if (id !== '') followRun(environment, id);
  }, [environment, list]);
  useEffect(() => onRunEnd(() => onEnd()), []);
}
