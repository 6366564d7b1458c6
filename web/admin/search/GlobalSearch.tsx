import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import styles from './GlobalSearch.module.css';

const loadDialog = () => import('./GlobalSearchDialog.tsx');
const GlobalSearchDialog = lazy(loadDialog);

export function GlobalSearch() {
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  const seen = useSeen(isOpen || undefined);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      // Not on top of another dialog.
      if (document.querySelector('[role="dialog"]')) return;
      // Browsers use this shortcut for a search of their own.
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        id={openerId}
        className={`full target ${styles.opener}`}
        variant="quiet"
        startIcon={<Icon name="search" size={20} />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        disabled={!isHydrated}
        onPointerEnter={() => void loadDialog()}
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.word}>Search</span>
        <kbd className={`framed soft ${styles.keys}`} aria-hidden="true">
          Ctrl K
        </kbd>
      </Button>
      <Suspense fallback={null}>
        {seen.length > 0 && (
          <GlobalSearchDialog
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            focusAfter={() => document.getElementById(openerId)}
          />
        )}
      </Suspense>
    </>
  );
}

const openerId = 'open-global-search';
