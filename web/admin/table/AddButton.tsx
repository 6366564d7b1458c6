import type { ReactNode } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { openerId } from './RowActions.tsx';
import type { Table } from './useTable.ts';

interface AddButtonProps {
  table: Pick<Table, 'openDialog'>;
  /** Loads the dialog's code while the pointer is over the button. */
  preload: () => Promise<unknown>;
  children: ReactNode;
}

/** Opens the list's dialog `add`. */
export function AddButton({ table, preload, children }: AddButtonProps) {
  return (
    <Button
      id={openerId('add')}
      variant="contained"
      color="secondary"
      aria-haspopup="dialog"
      onPointerEnter={() => void preload()}
      onClick={() => table.openDialog('add')}
    >
      {children}
    </Button>
  );
}
