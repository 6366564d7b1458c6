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
 * @param names All possible names; undefined if any name is possible.
 * @param parameter URL parameter that names the dialog; all others are kept.
 */
export function useAddressDialog<TName extends string>(
  names: readonly TName[] | undefined,
  parameter = 'dialog',
): AddressDialog<TName> {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  const asked = (new URLSearchParams(search).get(parameter) || undefined) as TName | undefined;
  const isPossible = asked !== undefined && (names?.includes(asked) ?? true);
  const shown = isHydrated && isPossible ? asked : undefined;
  const { openAt, closeTo } = useDialogNavigation(shown !== undefined);

  const addressWith = (name: TName | undefined): string => {
    const params = new URLSearchParams(search);
    if (name === undefined) params.delete(parameter);
    else params.set(parameter, name);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
  return {
    shown,
    open: (name) => openAt(addressWith(name)),
    close: () => closeTo(addressWith(undefined)),
  };
}

/** Opens and closes a dialog that is kept in the URL, by the addresses with and without it. */
export function useDialogNavigation(isOpen: boolean) {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  // Closing goes back one step, so a second Escape or a late response must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = isOpen ? key : undefined;
  }, [isOpen, key]);
  return {
    openAt: (address: string) =>
      void navigate(address, { state: { openedHere: true }, preventScrollReset: true }),
    closeTo: (address: string) => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate(address, { replace: true, preventScrollReset: true });
    },
  };
}
