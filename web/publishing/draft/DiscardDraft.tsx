import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import styles from '../CreateListing.module.css';

interface DiscardDraftProps {
  isThere: boolean;
  onDiscard: () => Promise<void>;
}

export function DiscardDraft({ isThere, onDiscard }: DiscardDraftProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const discard = async () => {
    setIsBusy(true);
    await onDiscard();
    setIsBusy(false);
    setIsAsking(false);
  };
  return (
    <>
      {isThere && (
        <Button
          className={`self-left ${styles.discard}`}
          color="inherit"
          onClick={() => setIsAsking(true)}
        >
          Discard Draft
        </Button>
      )}
      <FormDialog
        title="Discard this draft?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        focusAfter={() => document.querySelector<HTMLElement>('main')}
      >
        <p>Everything you have filled in here is deleted. This cannot be undone.</p>
        <div className="cluster gap-3">
          <Button
            variant="contained"
            color="error"
            aria-busy={isBusy}
            onClick={() => void discard()}
          >
            Discard Draft
          </Button>
          <Button variant="quiet" onClick={() => setIsAsking(false)}>
            Keep Draft
          </Button>
        </div>
      </FormDialog>
    </>
  );
}
