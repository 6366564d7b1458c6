import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import type { useStartRunPreviewMutation } from '../../../__generated__/useStartRunPreviewMutation.graphql.ts';
import type { useStartRunSyncMutation } from '../../../__generated__/useStartRunSyncMutation.graphql.ts';
import { fieldErrorsOf, type FieldErrors } from '../../../relay/fieldErrors.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import type { Answer } from '../_parts/settle.ts';
import type { Provider } from './inventoryPageLoader.ts';
import { followOwnRun } from './liveRun.ts';
import { filterNames, type FilterForm, type SyncFilters } from './syncFilters.ts';

export type Refused = FieldErrors<keyof FilterForm>;

/**
 * Starts previews and syncs of a provider. What is refused is shown in a toast; the errors of the
 * filters are returned.
 * @param refresh Refetches the providers.
 */
export function useStartRun(refresh: () => Promise<void>) {
  const [startPreview, isStartingPreview] = useMutation<useStartRunPreviewMutation>(graphql`
    mutation useStartRunPreviewMutation($input: PreviewInventoryInput!) {
      previewInventory(input: $input) {
        __typename
        ... on PreviewInventoryPayload {
          run {
            databaseId
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const [startSync, isStartingSync] = useMutation<useStartRunSyncMutation>(graphql`
    mutation useStartRunSyncMutation($input: StartInventorySyncInput!) {
      startInventorySync(input: $input) {
        __typename
        ... on StartInventorySyncPayload {
          run {
            id
            databaseId
            status
            ...RunProgress_run
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const environment = useRelayEnvironment();

  const preview = async (
    provider: Provider | undefined,
    filters: SyncFilters,
    onStarted: (runId: string) => void,
  ): Promise<Refused> => {
    if (!provider) return noProvider();
    try {
      const { previewInventory: answer } = await startPreview({
        input: { providerId: provider.databaseId, ...filters },
      });
      if (answer?.run) {
        followOwnRun(environment, answer.run.databaseId);
        onStarted(answer.run.databaseId);
        return {};
      }
      return refused(previewFailed, answer);
    } catch (error) {
      return refused(previewFailed, error);
    }
  };

  const sync = async (provider: Provider | undefined, filters: SyncFilters): Promise<Refused> => {
    if (!provider) return noProvider();
    try {
      const { startInventorySync: answer } = await startSync(
        { input: { providerId: provider.databaseId, ...filters } },
        {
          // Shows the provider as running at once, before the providers are refetched.
          updater: (store) => {
            const run = store.getRootField('startInventorySync')?.getLinkedRecord('run');
            if (run) store.get(provider.id)?.setLinkedRecord(run, 'currentSync');
          },
        },
      );
      if (answer?.run) {
        followOwnRun(environment, answer.run.databaseId);
        return {};
      }
      await refresh();
      return refused(syncFailed, answer);
    } catch (error) {
      return refused(syncFailed, error);
    }
  };

  return { preview, sync, isStartingPreview, isStartingSync };
}

const previewFailed = { title: 'Preview Failed', description: 'Failed to preview inventory' };
const syncFailed = { title: 'Sync Failed', description: 'Failed to sync inventory' };

/** SPEC section 5, "Sync filters". */
function noProvider(): Refused {
  showToast({
    title: 'No Provider Selected',
    description: 'Please select a provider first',
    variant: 'destructive',
  });
  return {};
}

/** Shows why the run was refused, and returns the errors of fields. */
function refused(words: typeof previewFailed, reason: unknown): Refused {
  const { message, fieldErrors = [] } = (reason ?? {}) as Partial<Answer>;
  showToast({ ...words, ...(message && { description: message }), variant: 'destructive' });
  return fieldErrorsOf(filterNames, fieldErrors);
}
