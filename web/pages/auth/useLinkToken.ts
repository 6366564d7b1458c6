import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The token of the mailed link, or null. It is removed from the address bar, and so from the
 * history and from links that people share.
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
