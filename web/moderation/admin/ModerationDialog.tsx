import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import type { ReactNode } from 'react';
import { ConfirmForm, type ConfirmFormProps } from '#web/ui/forms/ConfirmForm.tsx';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';

/** A decision about something that was reported. */
export interface ModerationForm extends Pick<ConfirmFormProps, 'label' | 'run'> {
  busyLabel?: string;
  /** Who reads the reason for taking something away. Undefined if nothing is taken away. */
  reader?: string;
  children: ReactNode;
}

interface ModerationDialogProps<TRow> extends DialogState {
  title: string;
  row: TRow | undefined;
  formOf: (row: TRow) => ModerationForm;
}

/** Keeps something that was reported, with a note, or takes it away, with a reason. */
export function ModerationDialog<TRow>({ formOf, ...dialog }: ModerationDialogProps<TRow>) {
  return (
    <DialogOfRow {...dialog}>
      {(row) => {
        const { busyLabel = 'Saving…', reader, ...form } = formOf(row);
        return (
          <ConfirmForm
            {...form}
            {...(reader !== undefined && { color: 'error' })}
            busyLabel={busyLabel}
            text={
              reader === undefined
                ? { label: 'Note', hint: 'May be left out; it stands in the audit log' }
                : { label: 'Reason', requiredMessage: 'Reason is required', hint: reader }
            }
            fallbackMessage="The decision could not be saved. Please try again"
          />
        );
      }}
    </DialogOfRow>
  );
}
