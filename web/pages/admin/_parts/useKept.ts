import { useState } from 'react';

/** The row that a dialog is about; it stays until the dialog is about another, be it gone or not. */
export function useKept<TRow extends { databaseId: string }>(
  row: TRow | undefined,
  id: string | undefined,
): TRow | undefined {
  const [kept, setKept] = useState(row);
  if (row !== undefined && row !== kept) setKept(row);
  return row ?? (kept?.databaseId === id || id === undefined ? kept : undefined);
}
