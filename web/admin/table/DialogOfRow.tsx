import { useState, type ReactNode } from 'react';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';

interface DialogOfRowProps<TRow> extends DialogState {
  title: string;
  isWide?: boolean;
  row: TRow | undefined;
  /** Gets the row that the administrator saw, whatever is loaded while the dialog is open. */
  children: (row: TRow) => ReactNode;
}

export function DialogOfRow<TRow>({ row, children, ...dialog }: DialogOfRowProps<TRow>) {
  return (
    <FormDialog {...dialog}>{row !== undefined && <Seen row={row}>{children}</Seen>}</FormDialog>
  );
}

interface SeenProps<TRow> {
  row: TRow;
  children: (row: TRow) => ReactNode;
}

function Seen<TRow>({ row, children }: SeenProps<TRow>) {
  const [seen] = useState(row);
  return children(seen);
}
