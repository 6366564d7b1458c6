import { lazy, Suspense } from 'react';
import { useSeen } from '../../../ui/dialogs/useSeen.ts';
import { openerId } from '../_parts/RowActions.tsx';
import { useKept } from '../_parts/useKept.ts';
import type { useTable } from '../_parts/useTable.ts';
import type { Provider } from './inventoryPageLoader.ts';

export const loadProviderDialog = () => import('./ProviderDialog.tsx');
const ProviderDialog = lazy(loadProviderDialog);
const DeleteProviderDialog = lazy(() => import('./DeleteProviderDialog.tsx'));
const WithdrawDialog = lazy(() => import('./WithdrawDialog.tsx'));
const CancelRunDialog = lazy(() => import('./CancelRunDialog.tsx'));

const dialogNames = ['add', 'edit', 'delete', 'withdraw', 'cancel'] as const;

type DialogName = (typeof dialogNames)[number];

interface SyncDialogsProps extends Pick<ReturnType<typeof useTable>, 'dialog' | 'closeDialog'> {
  providers: readonly Provider[];
  refresh: () => Promise<void>;
}

/** The dialog in the URL: of one provider, or of none. */
export function SyncDialogs({ providers, refresh, dialog, closeDialog }: SyncDialogsProps) {
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
  );
}
