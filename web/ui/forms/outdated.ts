import { useEffect, useState } from 'react';

/** What a form is about is not as it was: it must be looked at again first. */
export class OutdatedError extends Error {
  /** Loads what the page shows once more. */
  readonly refresh: () => Promise<unknown>;

  constructor(message: string | undefined, refresh: () => Promise<unknown>) {
    super(message);
    this.refresh = refresh;
  }
}

/**
 * For a form in a dialog. Once it has failed because it was outdated, the page is loaded again when
 * the dialog closes, and not before: the dialog and its message would go with what they are about.
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
