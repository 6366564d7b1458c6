import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { SyncTabPreviewMutation } from '../../../__generated__/SyncTabPreviewMutation.graphql.ts';
import type { SyncTabStartMutation } from '../../../__generated__/SyncTabStartMutation.graphql.ts';
import { EmptyState } from '../../../ui/basics/EmptyState.tsx';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { useHydrated } from '../../../ui/basics/useHydrated.ts';
import { useSeen } from '../../../ui/dialogs/useSeen.ts';
import { fieldErrorsOf, type FieldErrors } from '../../../relay/fieldErrors.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { ClientPart } from '../_parts/ClientPart.tsx';
import { Panel } from '../../../ui/basics/Panel.tsx';
import { openerId } from '../_parts/RowActions.tsx';
import { useKept } from '../_parts/useKept.ts';
import { useTable } from '../_parts/useTable.ts';
import { FilterFields } from './FilterFields.tsx';
import styles from './InventoryPage.module.css';
import type { Provider } from './inventoryPageLoader.ts';
import { followOwnRun } from './liveRun.ts';
import { PreviewRun } from './PreviewRun.tsx';
import { ProviderCard } from './ProviderCard.tsx';
import { RunProgress } from './RunProgress.tsx';
import { isUnderWay } from './runWords.ts';
import { filterNames, type FilterForm, type SyncFilters } from './syncFilters.ts';

const loadProviderDialog = () => import('./ProviderDialog.tsx');
const ProviderDialog = lazy(loadProviderDialog);
const DeleteProviderDialog = lazy(() => import('./DeleteProviderDialog.tsx'));
const WithdrawDialog = lazy(() => import('./WithdrawDialog.tsx'));
const CancelRunDialog = lazy(() => import('./CancelRunDialog.tsx'));

const dialogNames = ['add', 'edit', 'delete', 'withdraw', 'cancel'] as const;

type DialogName = (typeof dialogNames)[number];

interface SyncTabProps {
  providers: readonly Provider[];
  refresh: () => Promise<void>;
}

type Refused = FieldErrors<keyof FilterForm>;

export function SyncTab({ providers, refresh }: SyncTabProps) {
  const [startPreview, isStartingPreview] = useMutation<SyncTabPreviewMutation>(graphql`
    mutation SyncTabPreviewMutation($input: PreviewInventoryInput!) {
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
  const [startSync, isStartingSync] = useMutation<SyncTabStartMutation>(graphql`
    mutation SyncTabStartMutation($input: StartInventorySyncInput!) {
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
  const [chosenId, setChosenId] = useState<string>();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const previewId = (isHydrated && params.get('preview')) || undefined;
  // Kept until the next preview, so that the dialog can close with its transition.
  const [keptPreview, setKeptPreview] = useState(previewId);
  if (previewId !== undefined && previewId !== keptPreview) setKeptPreview(previewId);
  const [endedPreview, setEndedPreview] = useState<string>();
  const isPreviewing = isStartingPreview || (previewId !== undefined && previewId !== endedPreview);
  const { dialog, openDialog, closeDialog } = useTable();

  const chosen = providers.find(
    ({ databaseId, isEnabled }) => databaseId === chosenId && isEnabled,
  );
  const syncs = providers.flatMap((provider) =>
    provider.currentSync && isUnderWay(provider.currentSync.status)
      ? [{ provider, run: provider.currentSync }]
      : [],
  );
  const isSyncing = syncs.some(({ provider }) => provider === chosen);
  const isRunning = isPreviewing || isStartingSync || isSyncing;

  const preview = async (filters: SyncFilters): Promise<Refused> => {
    if (!chosen) return noProvider();
    if (isRunning) return {};
    try {
      const { previewInventory: answer } = await startPreview({
        input: { providerId: chosen.databaseId, ...filters },
      });
      if (answer?.run) {
        followOwnRun(environment, answer.run.databaseId);
        setParams({ preview: answer.run.databaseId }, { preventScrollReset: true });
        return {};
      }
      return refused(previewFailed, answer);
    } catch (error) {
      return refused(previewFailed, error);
    }
  };

  const sync = async (providerId: string | undefined, filters: SyncFilters): Promise<Refused> => {
    const provider = providers.find(({ databaseId }) => databaseId === providerId);
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

  const closePreview = () => setParams({}, { replace: true, preventScrollReset: true });
  /** Keeps a preview in the URL. */
  const openCancel = (id: string) => {
    const opened = new URLSearchParams(params);
    opened.set('dialog', 'cancel');
    opened.set('id', id);
    void navigate(`?${opened}`, { state: { openedHere: true }, preventScrollReset: true });
  };

  const asked = dialogNames.find((name) => name === dialog?.name);
  const about = useKept(
    providers.find(({ databaseId }) => databaseId === dialog?.id),
    dialog?.id,
  );
  const isWithoutProvider = asked === 'add' || asked === 'cancel';
  const shown = isWithoutProvider || about ? asked : undefined;
  const seen = useSeen(shown);
  const dialogProps = (name: DialogName) => ({
    isOpen: shown === name,
    onClose: closeDialog,
    focusAfter: () =>
      document.getElementById(openerId(name, dialog?.id)) ??
      document.getElementById(openerId('add')),
    refresh,
  });

  return (
    <>
      {syncs.map(({ provider, run }) => (
        <RunProgress
          key={run.databaseId}
          run={run}
          expectedRows={provider.lastSync?.isComplete ? provider.lastSync.read : undefined}
          onCancel={openCancel}
        />
      ))}
      {keptPreview !== undefined && (
        <ClientPart key={keptPreview} name="The preview" height="0">
          <PreviewRun
            id={keptPreview}
            isOpen={previewId === keptPreview}
            isSyncing={(providerId) =>
              isStartingSync || syncs.some(({ provider }) => provider.databaseId === providerId)
            }
            onEnd={setEndedPreview}
            onClose={closePreview}
            onCancel={openCancel}
            onImport={(providerId, filters) => {
              closePreview();
              void sync(providerId, filters);
            }}
          />
        </ClientPart>
      )}
      <Panel
        title="Providers"
        icon="compass"
        action={
          <Button
            id={openerId('add')}
            variant="outlined"
            color="inherit"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadProviderDialog()}
            onClick={() => openDialog('add')}
          >
            Add Provider
          </Button>
        }
      >
        <fieldset role="radiogroup" className={styles.providers} aria-label="Provider">
          {providers.map((provider) => (
            <ProviderCard
              key={provider.databaseId}
              provider={provider}
              isChosen={provider === chosen}
              onChoose={() => setChosenId(provider.databaseId)}
              onOpen={openDialog}
            />
          ))}
          {providers.length === 0 && (
            <div className={styles.none}>
              <EmptyState title="No providers yet">
                <p>Add where weeks come from: a JSON or CSV feed, calendars, another Tideweek.</p>
              </EmptyState>
            </div>
          )}
        </fieldset>
      </Panel>
      <Panel title="What to Sync" icon="filter">
        <FilterFields
          hasProvider={chosen !== undefined}
          isRunning={isRunning}
          onPreview={preview}
          onSync={(filters) => sync(chosen?.databaseId, filters)}
          busyWith={isPreviewing ? 'preview' : isStartingSync || isSyncing ? 'sync' : undefined}
        />
      </Panel>
      <Suspense fallback={null}>
        {seen.includes('add') && <ProviderDialog {...dialogProps('add')} />}
        {seen.includes('edit') && <ProviderDialog provider={about} {...dialogProps('edit')} />}
        {seen.includes('delete') && (
          <DeleteProviderDialog provider={about} {...dialogProps('delete')} />
        )}
        {seen.includes('withdraw') && (
          <WithdrawDialog provider={about} {...dialogProps('withdraw')} />
        )}
        {seen.includes('cancel') && (
          <CancelRunDialog runId={dialog?.id ?? ''} {...dialogProps('cancel')} />
        )}
      </Suspense>
    </>
  );
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

interface Refusal {
  readonly message?: string | undefined;
  readonly fieldErrors?:
    readonly { readonly field: string; readonly message: string }[] | undefined;
}

/** Shows why the run was refused, and returns the errors of fields. */
function refused(words: typeof previewFailed, reason: unknown): Refused {
  const { message, fieldErrors = [] } = (reason ?? {}) as Refusal;
  showToast({ ...words, ...(message && { description: message }), variant: 'destructive' });
  return fieldErrorsOf(filterNames, fieldErrors);
}
