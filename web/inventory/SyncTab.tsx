import { Button } from '../ui/basics/Button.tsx';
import { lazy, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDialogNavigation } from '../ui/dialogs/useAddressDialog.ts';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { Panel } from '../ui/panels/Panel.tsx';
import { useHydrated } from '../ui/basics/useHydrated.ts';
import { ClientPart } from '../admin/ClientPart.tsx';
import { RowDialogs } from '../admin/table/RowDialogs.tsx';
import { useTable, type Table } from '../admin/table/useTable.ts';
import { FilterFields } from './FilterFields.tsx';
import styles from './InventoryPage.module.css';
import type { Provider } from './provider.ts';
import { PreviewRun } from './preview/PreviewRun.tsx';
import { ProviderCard } from './providers/ProviderCard.tsx';
import { RunProgress } from './runs/RunProgress.tsx';
import { isUnderWay } from './runs/runWords.ts';
import type { SyncFilters } from './syncFilters.ts';
import { useStartRun } from './runs/useStartRun.ts';

const loadProviderDialog = () => import('./providers/ProviderDialog.tsx');
const ProviderDialog = lazy(loadProviderDialog);

const dialogs = {
  ofNone: { add: ProviderDialog },
  ofRow: {
    edit: ProviderDialog,
    delete: lazy(() => import('./providers/DeleteProviderDialog.tsx')),
    withdraw: lazy(() => import('./providers/WithdrawDialog.tsx')),
  },
};

/** Of a run that is under way, whose id the URL names. */
const runDialogs = { ofRow: { cancel: lazy(() => import('./runs/CancelRunDialog.tsx')) } };

interface SyncTabProps {
  providers: readonly Provider[];
  refresh: () => Promise<void>;
}

export function SyncTab({ providers, refresh }: SyncTabProps) {
  const { preview, sync, isStartingPreview, isStartingSync } = useStartRun(refresh);
  const [chosenId, setChosenId] = useState<string>();
  const shown = usePreviewInUrl();
  const [endedPreview, setEndedPreview] = useState<string>();
  const isPreviewing = isStartingPreview || (shown.id !== undefined && shown.id !== endedPreview);
  const table = useTable();

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

  const providerOf = (id: string) => providers.find(({ databaseId }) => databaseId === id);
  const openPreview = (filters: SyncFilters): Promise<void> =>
    chosen && isRunning ? Promise.resolve() : preview(chosen, filters, shown.open);

  return (
    <>
      {syncs.map(({ provider, run }) => (
        <RunProgress
          key={run.databaseId}
          run={run}
          expectedRows={provider.lastSync?.isComplete ? provider.lastSync.read : undefined}
          onCancel={shown.askToCancel}
        />
      ))}
      {shown.kept !== undefined && (
        <ClientPart key={shown.kept} name="The preview" height="0">
          <PreviewRun
            id={shown.kept}
            isOpen={shown.id === shown.kept}
            isSyncing={(providerId) =>
              isStartingSync || syncs.some(({ provider }) => provider.databaseId === providerId)
            }
            onEnd={setEndedPreview}
            onClose={shown.close}
            onCancel={shown.askToCancel}
            onImport={(providerId, filters) => {
              shown.close();
              sync(providerOf(providerId), filters).catch(() => undefined);
            }}
          />
        </ClientPart>
      )}
      <ProviderPanel
        providers={providers}
        chosen={chosen}
        onChoose={setChosenId}
        opener={table.opener}
      />
      <Panel title="What to Sync" icon="filter">
        <FilterFields
          hasProvider={chosen !== undefined}
          isRunning={isRunning}
          onPreview={openPreview}
          onSync={(filters) => sync(chosen, filters)}
          busyWith={isPreviewing ? 'preview' : isStartingSync || isSyncing ? 'sync' : undefined}
        />
      </Panel>
      <RowDialogs
        table={table}
        dialogs={dialogs}
        rows={providers}
        keyOf={({ databaseId }) => databaseId}
        refresh={refresh}
      />
      <RowDialogs
        table={table}
        dialogs={runDialogs}
        rows={table.dialog ? [{ databaseId: table.dialog.id }] : []}
        keyOf={({ databaseId }) => databaseId}
        refresh={refresh}
      />
    </>
  );
}

/**
 * The preview in the URL; `kept` stays until the next preview, so that the dialog can close
 * smoothly.
 */
function usePreviewInUrl() {
  const [params, setParams] = useSearchParams();
  const { openAt } = useDialogNavigation(false);
  const isHydrated = useHydrated();
  const id = (isHydrated && params.get('preview')) || undefined;
  const [kept, setKept] = useState(id);
  if (id !== undefined && id !== kept) setKept(id);
  return {
    id,
    kept,
    open: (next: string) => setParams({ preview: next }, { preventScrollReset: true }),
    close: () => setParams({}, { replace: true, preventScrollReset: true }),
    /** Opens the dialog that cancels a run; the preview stays in the URL. */
    askToCancel: (runId: string) => {
      const opened = new URLSearchParams(params);
      opened.set('dialog', 'cancel');
      opened.set('id', runId);
      openAt(`?${opened}`);
    },
  };
}

interface ProviderPanelProps {
  providers: readonly Provider[];
  chosen: Provider | undefined;
  onChoose: (id: string) => void;
  opener: Table['opener'];
}

function ProviderPanel({ providers, chosen, onChoose, opener }: ProviderPanelProps) {
  return (
    <Panel
      title="Providers"
      icon="compass"
      action={
        <Button {...opener('add')} variant="quiet" onPointerEnter={() => void loadProviderDialog()}>
          Add Provider
        </Button>
      }
    >
      <fieldset
        role="radiogroup"
        className={`columns-3 gap-4 shrink padding-0 ${styles.providers}`}
        aria-label="Provider"
      >
        {providers.map((provider) => (
          <ProviderCard
            key={provider.databaseId}
            provider={provider}
            isChosen={provider === chosen}
            onChoose={() => onChoose(provider.databaseId)}
            opener={opener}
          />
        ))}
        {providers.length === 0 && (
          <div className="whole-row">
            <EmptyState
              title="No providers yet"
              text="Add where weeks come from: a JSON or CSV feed, calendars, another Tideweek."
            />
          </div>
        )}
      </fieldset>
    </Panel>
  );
}
