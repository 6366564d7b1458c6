import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../../components/useHydrated.ts';

interface UploadDialogAddress {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The upload dialog stands in the address, so that Back closes it. */
export function useUploadDialog(): UploadDialogAddress {
  const navigate = useNavigate();
  const { pathname, search, key, state } = useLocation();
  const isHydrated = useHydrated();
  const params = new URLSearchParams(search);
  const isOpen = isHydrated && params.get('dialog') === 'upload';

  // Closing goes back one step, so a second Escape or a late answer must not go back another.
  const closable = useRef<string>(undefined);
  useEffect(() => {
    closable.current = isOpen ? key : undefined;
  }, [isOpen, key]);

  const addressWith = (dialog: string | undefined) => {
    params.delete('dialog');
    if (dialog !== undefined) params.set('dialog', dialog);
    return `${pathname}${params.size === 0 ? '' : `?${params}`}`;
  };
  return {
    isOpen,
    open: () =>
      void navigate(addressWith('upload'), { state: openedHere, preventScrollReset: true }),
    close: () => {
      if (closable.current !== key) return;
      closable.current = undefined;
      if (wasOpenedHere(state)) void navigate(-1);
      else void navigate(addressWith(undefined), { replace: true, preventScrollReset: true });
    },
  };
}

const openedHere = { openedHere: true };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state;
