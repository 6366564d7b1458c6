import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import type { useStartRunPreviewMutation } from '#web/__generated__/useStartRunPreviewMutation.graphql.ts';
import type { useStartRunSyncMutation } from '#web/__generated__/useStartRunSyncMutation.graphql.ts';
import { RefusedError } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import type { Provider } from '../provider.ts';
import { followOwnRun } from './liveRun.ts';
import type { SyncFilters } from '../syncFilters.ts';

/**
 * Starts previews and syncs of a provider. A failure is shown in a toast, and thrown for the errors
 * of the filters.
 * @param refresh Refetches the providers.
 */
export function useStartRun(refresh: () => Promise<void>) {
  const [startPreview, isStartingPreview] = useCommand<useStartRunPreviewMutation>(
    useStartRunPreviewMutation,
  );
  const [startSync, isStartingSync] = useCommand<useStartRunSyncMutation>(useStartRunSyncMutation);
  const environment = useRelayEnvironment();

  const preview = async (
    provider: Provider | undefined,
    filters: SyncFilters,
    onStarted: (runId: string) => void,
  ): Promise<void> => {
    if (!provider) return noProvider();
    try {
      const { run } = await startPreview({
        input: { providerId: provider.databaseId, ...filters },
      });
      followOwnRun(environment, run.databaseId);
      onStarted(run.databaseId);
    } catch (error) {
      fail(previewFailed, error);
    }
  };

  const sync = async (provider: Provider | undefined, filters: SyncFilters): Promise<void> => {
    if (!provider) return noProvider();
    try {
      const { run } = await startSync(
        { input: { providerId: provider.databaseId, ...filters } },
        {
          // Shows the provider as running at once, before the providers are refetched.
          updater: (store) => {
            const started = store.getRootField('startInventorySync')?.getLinkedRecord('run');
            if (started) store.get(provider.id)?.setLinkedRecord(started, 'currentSync');
          },
        },
      );
      followOwnRun(environment, run.databaseId);
    } catch (error) {
      if (error instanceof RefusedError) await refresh();
      fail(syncFailed, error);
    }
  };

  return { preview, sync, isStartingPreview, isStartingSync };
}

const useStartRunPreviewMutation = graphql`
  mutation useStartRunPreviewMutation($input: PreviewInventoryInput!) {
    previewInventory(input: $input) {
      ... on PreviewInventoryPayload {
        run {
          databaseId
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const useStartRunSyncMutation = graphql`
  mutation useStartRunSyncMutation($input: StartInventorySyncInput!) {
    startInventorySync(input: $input) {
      ... on StartInventorySyncPayload {
        run {
          id
          databaseId
          status
          ...RunProgress_run
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const previewFailed = { title: 'Preview Failed', description: 'Failed to preview inventory' };
const syncFailed = { title: 'Sync Failed', description: 'Failed to sync inventory' };

/** SPEC section 5, "Sync filters". */
function noProvider(): void {
  showToast({
    title: 'No Provider Selected',
    description: 'Please select a provider first',
    variant: 'destructive',
  });
}

function fail({ title, description }: typeof previewFailed, error: unknown): never {
  showFailure(title, error, description);
  throw error;
}
