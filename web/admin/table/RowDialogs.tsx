import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { Suspense, useState, type ComponentType } from 'react';
import type { OperationType } from 'relay-runtime';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { openerId, type Table } from './useTable.ts';

export interface RowDialogProps<TRow, TName extends string = string> extends DialogState {
  name: TName;
  /** The row; undefined for a dialog without a row. */
  row: TRow | undefined;
  refresh: () => Promise<void>;
}

/** Dialogs by name. A dialog with a row opens once the row is loaded. */
export interface ListDialogs<TRow> {
  ofRow?: Readonly<Record<string, ComponentType<RowDialogProps<TRow>>>>;
  ofNone?: Readonly<Record<string, ComponentType<RowDialogProps<TRow>>>>;
}

interface RowDialogsProps<TRow> {
  table: Pick<Table, 'dialog' | 'closeDialog'>;
  dialogs: ListDialogs<TRow>;
  rows: readonly TRow[];
  keyOf: (row: TRow) => string;
  refresh: () => Promise<void>;
}

/** The dialogs of a list; the URL opens one of them. */
export function RowDialogs<TRow>({
  table: { dialog, closeDialog },
  dialogs: { ofRow = {}, ofNone = {} },
  rows,
  keyOf,
  refresh,
}: RowDialogsProps<TRow>) {
  const row = useKept(
    rows.find((each) => keyOf(each) === dialog?.id),
    dialog?.id,
    keyOf,
  );
  const all = new Map([...Object.entries(ofNone), ...Object.entries(ofRow)]);
  const isPossible = (name: string) => Object.hasOwn(ofNone, name) || row !== undefined;
  const shown = [...all.keys()].find((name) => name === dialog?.name && isPossible(name));
  const seen = useSeen(shown);
  return (
    <Suspense fallback={null}>
      {[...all].map(
        ([name, Dialog]) =>
          seen.includes(name) && (
            <Dialog
              key={name}
              name={name}
              row={Object.hasOwn(ofRow, name) ? row : undefined}
              isOpen={shown === name}
              onClose={closeDialog}
              focusAfter={() =>
                document.getElementById(openerId(name, row && keyOf(row))) ??
                document.getElementById(openerId('add')) ??
                document.querySelector('main')
              }
              refresh={refresh}
            />
          ),
      )}
    </Suspense>
  );
}

/** The row of a dialog, kept after it leaves the table until the dialog shows another row. */
function useKept<TRow>(
  row: TRow | undefined,
  id: string | undefined,
  keyOf: (row: TRow) => string,
): TRow | undefined {
  const [kept, setKept] = useState(row);
  if (row !== undefined && row !== kept) setKept(row);
  const isSame = id === undefined || (kept !== undefined && keyOf(kept) === id);
  return row ?? (isSame ? kept : undefined);
}

export type RowOf<TQuery extends OperationType, TName extends keyof TQuery['response']> =
  NonNullable<TQuery['response'][TName]> extends {
    readonly edges: readonly { readonly node: infer TRow }[];
  }
    ? TRow
    : NonNullable<TQuery['response'][TName]> extends readonly (infer TRow)[]
      ? TRow
      : never;
