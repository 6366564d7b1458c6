import type { ReactNode } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import type { Table } from './useTable.ts';

interface AddButtonProps {
  table: Pick<Table, 'opener'>;
  /** Loads the dialog's code while the pointer is over the button. */
  preload: () => Promise<unknown>;
  children: ReactNode;
}

export function AddButton({ table, preload, children }: AddButtonProps) {
  return (
    <Button {...table.opener('add')} variant="main" onPointerEnter={() => void preload()}>
      {children}
    </Button>
  );
}
