import { useState } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { useDiscardDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormActions } from '#web/ui/forms/Form.tsx';
import styles from './ShownOnce.module.css';

/** Inside a FormDialog: a secret to copy, which is never shown again. */
export function ShownOnce({ noun, text }: { noun: string; text: string }) {
  const close = useDiscardDialog();
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied.');
    } catch {
      setOutcome('It could not be copied. Select it and copy it yourself.');
    }
  };
  return (
    <div className="stack gap-4">
      <p className="notice">
        Copy it now. It is shown this once, and can&apos;t be read again, by you or by us. Keep it
        where you keep passwords, and out of code that you share.
      </p>
      <textarea
        ref={takeFocus}
        className={`full padding-3-4 on-paper ${styles.text}`}
        rows={2}
        readOnly
        aria-label={`Your ${noun.toLowerCase()}`}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <p role="status">{outcome}</p>
      <FormActions>
        <Button variant="main" onClick={() => void copy()}>
          Copy {noun}
        </Button>
        <Button variant="quiet" onClick={close}>
          Done
        </Button>
      </FormActions>
    </div>
  );
}
