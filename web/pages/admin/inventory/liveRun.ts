import { graphql, fetchQuery } from 'react-relay/hooks';
import {
  requestSubscription,
  type Environment,
  type RecordSourceSelectorProxy,
} from 'relay-runtime';
import type { liveRunQuery } from '../../../__generated__/liveRunQuery.graphql.ts';
import type { liveRunSubscription } from '../../../__generated__/liveRunSubscription.graphql.ts';
import { showToast, type NewToast } from '../../../ui/feedback/toastStore.ts';
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

/** Milliseconds between questions, where the server's own word does not get through. */
const askEvery = 3000;

/** After so many questions in a row without an answer nothing more is asked. */
const mostFailures = 20;

const followed = new Set<string>();
const listeners = new Set<() => void>();
const ours = new Set<string>();

/** Hears of each run that was followed to its end. */
export function onRunEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Follows a run that was begun on this page: its end is told, however soon it comes. What others begin
 * is only shown.
 */
export function followOwnRun(environment: Environment, databaseId: string): void {
  ours.add(databaseId);
  followRun(environment, databaseId);
}

/**
 * Follows a run until it is over, once, whichever page is shown meanwhile: its figures in the store
 * move. What other pages had read is read anew at its end, since listings have changed.
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
      // Its types leave out here what every store has.
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
        // The next question may get through.
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
