import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * An intent is an action to run after signing in, such as adding a favorite. The URL to return to
 * carries a random number only; the action is kept in this tab, so that no link from elsewhere can
 * trigger it.
 */
const parameter = 'then';
const storageKey = 'intent';

/**
 * Stores an intent in this tab.
 * @returns The path with the intent's number.
 */
export function rememberIntent(name: string, path: string): string {
  const number = crypto.getRandomValues(new Uint32Array(3)).join('');
  try {
    sessionStorage.setItem(storageKey, `${number} ${name}`);
  } catch {
    // Without storage, the person repeats the action on the page.
    return path;
  }
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${number}`;
}

/** Runs the stored intent of this name once after signing in. */
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
