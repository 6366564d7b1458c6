import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from './useHydrated.ts';

interface DialogAddress<TName extends string> {
  shown: TName | undefined;
  open: (name: TName) => void;
  close: () => void;
}

/**
 * The open dialog stands in the address (`?dialog=name`), so that it can be linked to and Back closes
 * it. The rest of the query stays as it is.
 */
export function useDialogAddress<TName extends string>(
  names: readonly TName[],
): DialogAddress<TName> {
  const navigate = useNavigate();
  const { pathname, search, key, state } = useLocation();
  const isHydrated = useHydrated();
  const asked = new URLSearchParams(search).get('dialog');
  const shown = isHydrated ? names.find((name) => name === asked) : undefined;

  // Closing goes back one step, so a second Escape or a late answer must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = shown === undefined ? undefined : key;
  }, [shown, key]);

  const address = (name: TName | undefined): string => {
    const params = new URLSearchParams(search);
    params.delete('dialog');
    if (name !== undefined) params.set('dialog', name);
    return params.size === 0 ? pathname : `${pathname}?${params}`;
  };

  return {
    shown,
    open: (name) => void navigate(address(name), { state: openedHere, preventScrollReset: true }),
    close: () => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (wasOpenedHere(state)) void navigate(-1);
      else void navigate(address(undefined), { replace: true, preventScrollReset: true });
    },
  };
}

const openedHere = { openedHere: true };

function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
