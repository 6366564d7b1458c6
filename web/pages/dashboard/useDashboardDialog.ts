import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../../components/useHydrated.ts';

const dialogNames = ['profile', 'settings', 'property', 'saved-searches'] as const;

export type DashboardDialogName = (typeof dialogNames)[number];

interface DashboardDialog {
  shown: DashboardDialogName | undefined;
  open: (name: DashboardDialogName) => void;
  close: () => void;
}

/** The open dialog stands in the address, so that it can be linked to and Back closes it. */
export function useDashboardDialog(): DashboardDialog {
  const navigate = useNavigate();
  const { search, key, state } = useLocation();
  const isHydrated = useHydrated();
  const asked = new URLSearchParams(search).get('dialog');
  const shown = isHydrated ? dialogNames.find((name) => name === asked) : undefined;

  // Closing goes back one step, so a second Escape or a late answer must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = shown === undefined ? undefined : key;
  }, [shown, key]);

  return {
    shown,
    open: (name) =>
      void navigate(`/dashboard?dialog=${name}`, {
        state: openedHere,
        preventScrollReset: true,
      }),
    close: () => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (wasOpenedHere(state)) void navigate(-1);
      else void navigate('/dashboard', { replace: true, preventScrollReset: true });
    },
  };
}

const openedHere = { openedHere: true };

function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
