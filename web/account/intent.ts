import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Something to do once someone has signed in, such as to keep a resort. Its number travels in the
 * address to return to; what it is stays in this tab, so no link from elsewhere can bring it about.
 */
const parameter = 'then';
const storageKey = 'intent';

/** Notes what is to be done. @returns the path with its number */
export function rememberIntent(name: string, path: string): string {
  const number = crypto.getRandomValues(new Uint32Array(3)).join('');
  try {
    sessionStorage.setItem(storageKey, `${number} ${name}`);
  } catch {
    // Without storage the person is back where they were, and does it again.
    return path;
  }
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${number}`;
}

/** Does what was noted under this name, once, when someone signed in is back. */
export function useIntent(name: string, isSignedIn: boolean, run: () => void): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const number = params.get(parameter);
    if (!isSignedIn || number === null || !take(`${number} ${name}`)) return;
    params.delete(parameter);
    void navigate({ pathname, search: `${params}` }, { replace: true, preventScrollReset: true });
    run();
  });
}

function take(intent: string): boolean {
  try {
    if (sessionStorage.getItem(storageKey) !== intent) return false;
    sessionStorage.removeItem(storageKey);
    return true;
  } catch {
    return false;
  }
}
