import { lazy, Suspense, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { graphql, useLazyLoadQuery, useRelayEnvironment } from 'react-relay/hooks';
import type { PreviewRunQuery } from '#web/__generated__/PreviewRunQuery.graphql.ts';
import { followRun } from '../runs/liveRun.ts';
import { RunProgress } from '../runs/RunProgress.tsx';
import { isUnderWay } from '../runs/runWords.ts';
import type { SyncFilters } from '../syncFilters.ts';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));

interface PreviewRunProps {
  id: string;
  isOpen: boolean;
  isSyncing: (providerId: string) => boolean;
  onEnd: (id: string) => void;
  onClose: () => void;
  onCancel: (id: string) => void;
  onImport: (providerId: string, filters: SyncFilters) => void;
}

export function PreviewRun(props: PreviewRunProps) {
  const { id, isOpen, isSyncing, onEnd, onClose, onCancel, onImport } = props;
  const environment = useRelayEnvironment();
  const [fetchKey, setFetchKey] = useState(0);
  const { inventoryRun: run } = useLazyLoadQuery<PreviewRunQuery>(
    graphql`
      query PreviewRunQuery($id: ID!) {
        inventoryRun(databaseId: $id) {
          status
          purpose
          providerDatabaseId
          filters {
            destination
            limit
            priceMin {
              amount
            }
            priceMax {
              amount
            }
          }
          ...RunProgress_run
          ...PreviewDialog_run
        }
      }
    `,
    { id },
    { fetchPolicy: 'network-only', fetchKey },
  );
  const state =
    run?.purpose !== 'PREVIEW' ? 'none' : isUnderWay(run.status) ? 'running' : run.status;
  const onMove = useEffectEvent(() => {
    if (state === 'running') followRun(environment, id);
    else onEnd(id);
    // The updates of a running preview do not include its errors.
    if (state === 'COMPLETED') startTransition(() => setFetchKey(1));
    // Otherwise there is no result to show; a toast gave the reason.
    if (state !== 'running' && state !== 'COMPLETED' && isOpen) onClose();
  });
  useEffect(() => onMove(), [state]);
  const isComplete = state === 'COMPLETED' && fetchKey > 0;

  if (!run || !isOpen) return <Suspense fallback={null}>{run && dialog(false)}</Suspense>;
  if (state === 'running' || (state === 'COMPLETED' && !isComplete)) {
    return <RunProgress run={run} onCancel={onCancel} />;
  }
  return <Suspense fallback={null}>{dialog(isComplete)}</Suspense>;

  function dialog(isShown: boolean) {
    if (!run || !isComplete) return null;
    const { providerDatabaseId: providerId, filters } = run;
    const { destination, limit, priceMin, priceMax } = filters;
    return (
      <PreviewDialog
        run={run}
        isOpen={isShown}
        isSyncing={providerId == null || isSyncing(providerId)}
        onClose={onClose}
        onImport={() => {
          if (providerId == null) return;
          onImport(providerId, {
            destination: destination ?? null,
            limit: limit ?? null,
            priceMinCents: priceMin?.amount ?? null,
            priceMaxCents: priceMax?.amount ?? null,
          });
        }}
      />
    );
  }
}
