import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { openerId } from './RowActions.tsx';
import { useKept } from './useKept.ts';
import type { useTable } from './useTable.ts';

/**
 * The dialogs of a table, of which the URL opens one. Those about a row open once it is loaded.
 * @param names The dialogs about a row, and those about none.
 */
export function useRowDialogs<TName extends string, TRow extends { databaseId: string }>(
  { dialog, closeDialog }: Pick<ReturnType<typeof useTable>, 'dialog' | 'closeDialog'>,
  rows: readonly TRow[],
  names: { ofRow: readonly TName[]; ofNone: readonly TName[] },
) {
  const row = useKept(
    rows.find(({ databaseId }) => databaseId === dialog?.id),
    dialog?.id,
  );
  const possible = row ? [...names.ofNone, ...names.ofRow] : names.ofNone;
  const shown = possible.find((name) => name === dialog?.name);
  return {
    row,
    /** The dialogs shown so far, which stay mounted. */
    seen: useSeen(shown),
    dialogProps: (name: TName) => ({
      isOpen: shown === name,
      onClose: closeDialog,
      focusAfter: () =>
        document.getElementById(openerId(name, dialog?.id)) ??
        document.getElementById(openerId('add')),
    }),
  };
}
