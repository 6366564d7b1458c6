import { useState } from 'react';

/** The row of a dialog, kept after it leaves the table until the dialog shows another row. */
export function useKept<TRow extends { databaseId: string }>(
  row: TRow | undefined,
  id: string | undefined,
): TRow | undefined {
  const [kept, setKept] = useState(row);
  if (row !== undefined && row !== kept) setKept(row);
  return row ?? (kept?.databaseId === id || id === undefined ? kept : undefined);
}
