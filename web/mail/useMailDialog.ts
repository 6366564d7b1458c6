import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../ui/basics/useHydrated.ts';

interface MailDialog {
  shown: string | undefined;
  open: (name: string) => void;
  close: () => void;
}

/** The open message or template, in the URL so that it can be linked and Back closes it. */
export function useMailDialog(): MailDialog {
  const navigate = useNavigate();
  const { pathname, search, key, state } = useLocation();
  const isHydrated = useHydrated();
  const params = new URLSearchParams(search);
  const shown = (isHydrated && params.get('at')) || undefined;

  // Closing goes back one step, so a second Escape must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = shown === undefined ? undefined : key;
  }, [shown, key]);

  const pathTo = (name: string | undefined): string => {
    const changed = new URLSearchParams(search);
    if (name === undefined) changed.delete('at');
    else changed.set('at', name);
    return changed.size === 0 ? pathname : `${pathname}?${changed}`;
  };
  return {
    shown,
    open: (name) =>
      void navigate(pathTo(name), { state: { openedHere: true }, preventScrollReset: true }),
    close: () => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate(pathTo(undefined), { replace: true, preventScrollReset: true });
    },
  };
}
