import { useEffect, useState } from 'react';
import { RefusedError, type Result } from '#web/relay/refusal.ts';

/** The data of a form has changed, so the person must review it first. */
export class OutdatedError extends Error {
  readonly refresh: () => Promise<unknown>;

  constructor(message: string | undefined, refresh: () => Promise<unknown>) {
    super(message);
    this.refresh = refresh;
  }
}

/**
 * Throws the reason for which the mutation of a ConfirmForm was refused.
 * @throws {RefusedError | OutdatedError}
 */
export function refuse(error: Result['error'], refresh: () => Promise<unknown>): never {
  if (error?.__typename === 'ConflictError' || error?.__typename === 'NotFoundError') {
    throw new OutdatedError(error.message, refresh);
  }
  throw new RefusedError(error);
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
