import { useEffect, useState } from 'react';

/** The data of a form has changed, so the person must review it first. */
export class OutdatedError extends Error {
  /** Reloads the page's data. */
  readonly refresh: () => Promise<unknown>;

  constructor(message: string | undefined, refresh: () => Promise<unknown>) {
    super(message);
    this.refresh = refresh;
  }
}

/**
 * For a form in a dialog. After an OutdatedError the page is reloaded when the dialog closes, not
 * before: reloading could remove the dialog and its message together with their subject.
 */
export function useOutdated(): { isOutdated: boolean; noteFailure: (error: unknown) => void } {
  const [refresh, setRefresh] = useState<OutdatedError['refresh']>();
  useEffect(() => refresh && (() => void refresh().catch(() => undefined)), [refresh]);
  return {
    isOutdated: refresh !== undefined,
    noteFailure: (error) => {
      if (error instanceof OutdatedError) setRefresh(() => error.refresh);
    },
  };
}
