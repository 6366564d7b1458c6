import type { ReactNode } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { useDiscardDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormActions, SubmitButton } from '#web/ui/forms/Form.tsx';

interface MoveActionsProps {
  /** The sale has changed since the dialog was opened. */
  isOutdated: boolean;
  isSending: boolean;
  sending: string;
  children: ReactNode;
}

export function MoveActions({ isOutdated, ...submit }: MoveActionsProps) {
  const discard = useDiscardDialog();
  return (
    <FormActions>
      {isOutdated ? (
        <Button ref={takeFocus} variant="contained" onClick={discard}>
          Show What Changed
        </Button>
      ) : (
        <SubmitButton {...submit} />
      )}
    </FormActions>
  );
}
