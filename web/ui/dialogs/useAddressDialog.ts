import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../basics/useHydrated.ts';

interface AddressDialog<TName extends string> {
  shown: TName | undefined;
  open: (name: TName) => void;
  close: () => void;
}

/**
 * The open dialog of a page, kept in its URL so that it can be linked and Back closes it.
 * @param parameter URL parameter that names the dialog; all others are kept.
 */
export function useAddressDialog<TName extends string>(
  names: readonly TName[],
  parameter = 'dialog',
): AddressDialog<TName> {
  const navigate = useNavigate();
  const { pathname, search, key, state } = useLocation();
  const isHydrated = useHydrated();
  const asked = new URLSearchParams(search).get(parameter);
  const shown = isHydrated ? names.find((name) => name === asked) : undefined;

  // Closing goes back one step, so a second Escape or a late response must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = shown === undefined ? undefined : key;
  }, [shown, key]);

  const addressWith = (name: TName | undefined): string => {
    const params = new URLSearchParams(search);
    if (name === undefined) params.delete(parameter);
    else params.set(parameter, name);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
  return {
    shown,
    open: (name) =>
      void navigate(addressWith(name), { state: openedHere, preventScrollReset: true }),
    close: () => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (wasOpenedHere(state)) void navigate(-1);
      else void navigate(addressWith(undefined), { replace: true, preventScrollReset: true });
    },
  };
}

const openedHere = { openedHere: true };

function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
