import { graphql, fetchQuery } from 'react-relay/hooks';
import {
  requestSubscription,
  type Environment,
  type RecordSourceSelectorProxy,
} from 'relay-runtime';
import type { liveRunQuery } from '#web/__generated__/liveRunQuery.graphql.ts';
import type { liveRunSubscription } from '#web/__generated__/liveRunSubscription.graphql.ts';
import { showToast, type NewToast } from '#web/ui/feedback/toastStore.ts';
import './RunProgress.tsx';
import { foundWords, importedWords, isUnderWay } from './runWords.ts';

const subscription = graphql`
  subscription liveRunSubscription($databaseId: ID!) {
    inventoryRun(databaseId: $databaseId) {
      providerName
      purpose
      status
      imported
      total
      message
      ...RunProgress_run
    }
  }
`;

const query = graphql`
  query liveRunQuery($databaseId: ID!) {
    inventoryRun(databaseId: $databaseId) {
      providerName
      purpose
      status
      imported
      total
      message
      ...RunProgress_run
    }
  }
`;

type Run = liveRunSubscription['response']['inventoryRun'];

/** Milliseconds between polls, which replace the subscription once it has ended. */
const askEvery = 3000;

/** Consecutive failures after which polling stops. */
const mostFailures = 20;

const followed = new Set<string>();
const listeners = new Set<() => void>();
const ours = new Set<string>();

/**
 * Calls `listener` at the end of each followed run.
 * @returns Removes the listener.
 */
export function onRunEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Follows a run that was started on this page, and shows a toast at its end. Runs of other people
 * end without a toast.
 */
export function followOwnRun(environment: Environment, databaseId: string): void {
  ours.add(databaseId);
  followRun(environment, databaseId);
}

/**
 * Follows a run until it ends, across pages, and updates its figures in the store. A run that is
 * already followed is left alone. The end of a sync invalidates the store, since listings have
 * changed.
 */
export function followRun(environment: Environment, databaseId: string): void {
  if (followed.has(databaseId)) return;
  followed.add(databaseId);
  let isOver = false;
  const take = (run: Run | null | undefined) => {
    if (isOver || (run && isUnderWay(run.status))) return;
    isOver = true;
    followed.delete(databaseId);
    if (run?.purpose === 'SYNC') {
      // The type lacks `invalidateStore`, which every store has.
      environment.commitUpdate((store) => (store as RecordSourceSelectorProxy).invalidateStore());
    }
    listeners.forEach((listener) => listener());
    if (ours.delete(databaseId) && run) showToast(endOf(run));
    subscribed?.dispose();
  };
  const ask = async () => {
    let failures = 0;
    while (!isOver && failures < mostFailures) {
      try {
        const answer = await fetchQuery<liveRunQuery>(
          environment,
          query,
          { databaseId },
          { fetchPolicy: 'network-only' },
        ).toPromise();
        failures = 0;
        take(answer?.inventoryRun);
      } catch {
        // The next poll may succeed.
        failures += 1;
      }
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, askEvery));
    }
    followed.delete(databaseId);
  };
  const subscribed: { dispose: () => void } | undefined = requestSubscription<liveRunSubscription>(
    environment,
    {
      subscription,
      variables: { databaseId },
      onNext: (answer) => take(answer?.inventoryRun),
      onError: () => void ask(),
      onCompleted: () => void ask(),
    },
  );
}

/** SPEC section 8, "Preview" and "Sync". */
function endOf({ providerName, purpose, status, imported, total, message }: Run): NewToast {
  const isPreview = purpose === 'PREVIEW';
  if (status === 'CANCELLED') {
    return isPreview
      ? { title: 'Preview Cancelled', description: providerName }
      : { title: 'Sync Cancelled', description: `${importedWords(imported, total)} before` };
  }
  if (status === 'FAILED') {
    return {
      ...(isPreview
        ? { title: 'Preview Failed', description: 'Failed to preview inventory' }
        : { title: 'Sync Failed', description: 'Failed to sync inventory' }),
      ...(message && { description: message }),
      variant: 'destructive',
    };
  }
  return isPreview
    ? { title: 'Preview Generated', description: foundWords(total, providerName) }
    : { title: 'Sync Completed', description: importedWords(imported, total) };
}
