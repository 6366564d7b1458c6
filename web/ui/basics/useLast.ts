import { useState } from 'react';

/** The last defined value. */
export function useLast<TValue>(value: TValue | undefined): TValue | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
