import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The secret of the link that led here; null where there is none. It leaves the address bar, and so
 * the history and whatever the page is shared with.
 */
export function useLinkToken(): string | null {
  const [params] = useSearchParams();
  const [token] = useState(() => params.get('token') || null);
  useEffect(() => {
    if (token !== null) {
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
  }, [token]);
  return token;
}
