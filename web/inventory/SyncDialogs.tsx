import { lazy, Suspense } from 'react';
import { useRowDialogs } from '../admin/table/useRowDialogs.ts';
import type { useTable } from '../admin/table/useTable.ts';
import type { Provider } from './inventoryPageLoader.ts';

export const loadProviderDialog = () => import('./providers/ProviderDialog.tsx');
const ProviderDialog = lazy(loadProviderDialog);
const DeleteProviderDialog = lazy(() => import('./providers/DeleteProviderDialog.tsx'));
const WithdrawDialog = lazy(() => import('./providers/WithdrawDialog.tsx'));
const CancelRunDialog = lazy(() => import('./runs/CancelRunDialog.tsx'));

const dialogNames = {
  ofRow: ['edit', 'delete', 'withdraw'],
  ofNone: ['add', 'cancel'],
} as const;

interface SyncDialogsProps extends Pick<ReturnType<typeof useTable>, 'dialog' | 'closeDialog'> {
  providers: readonly Provider[];
  refresh: () => Promise<void>;
}

/** The dialog in the URL: of one provider, or of none. */
export function SyncDialogs({ providers, refresh, ...table }: SyncDialogsProps) {
  const { row, seen, dialogProps } = useRowDialogs(table, providers, dialogNames);
  return (
    <Suspense fallback={null}>
      {seen.includes('add') && <ProviderDialog {...dialogProps('add')} refresh={refresh} />}
      {seen.includes('edit') && (
        <ProviderDialog provider={row} {...dialogProps('edit')} refresh={refresh} />
      )}
      {seen.includes('delete') && (
        <DeleteProviderDialog provider={row} {...dialogProps('delete')} refresh={refresh} />
      )}
      {seen.includes('withdraw') && (
        <WithdrawDialog provider={row} {...dialogProps('withdraw')} refresh={refresh} />
      )}
      {seen.includes('cancel') && (
        <CancelRunDialog
          runId={table.dialog?.id ?? ''}
          {...dialogProps('cancel')}
          refresh={refresh}
        />
      )}
    </Suspense>
  );
}
