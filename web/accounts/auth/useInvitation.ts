import { useEffect } from 'react';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useLinkToken } from './links/useLinkToken.ts';

/**
 * The token of a mailed invitation. It is kept in this tab while its reader signs in, rather than in
 * the path to return to, which would put it into the history and into logs.
 */
export function useInvitation() {
  const given = useLinkToken();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (given !== null) keep(given);
  }, [given]);
  return {
    /** Null if the link lacks it; undefined until the browser has been asked. */
    token: given ?? (isHydrated ? read() : undefined),
    forget: () => keep(null),
  };
}

const key = 'tideweek.invitation';

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing asks for the link again after signing in. */
function keep(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // Storage is switched off.
  }
}
