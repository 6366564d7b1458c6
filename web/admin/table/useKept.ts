import { useState } from 'react';

/** The row of a dialog, kept after it leaves the table until the dialog shows another row. */
export function useKept<TRow>(
  row: TRow | undefined,
  id: string | undefined,
  keyOf: (row: TRow) => string,
): TRow | undefined {
  const [kept, setKept] = useState(row);
  if (row !== undefined && row !== kept) setKept(row);
  const isSame = id === undefined || (kept !== undefined && keyOf(kept) === id);
  return row ?? (isSame ? kept : undefined);
}
