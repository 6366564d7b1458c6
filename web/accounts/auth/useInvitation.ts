import { useEffect } from 'react';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useLinkToken } from './links/useLinkToken.ts';

/**
 * The token of a mailed invitation. Kept in this tab during signing in, not in the return path,
 * which would put it into the history and into logs.
 */
export function useInvitation() {
  const given = useLinkToken();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (given !== null) keep(given);
  }, [given]);
  return {
    /** Null if the link lacks a token; undefined until hydration. */
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

/** Without storage, the person has to open the link again after signing in. */
function keep(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // Storage is turned off.
  }
}
