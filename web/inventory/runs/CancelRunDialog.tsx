import { graphql } from 'react-relay/hooks';
import type { CancelRunDialogMutation } from '#web/__generated__/CancelRunDialogMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { useSettled } from '#web/admin/settle.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';

export default function CancelRunDialog(props: RowDialogProps<{ readonly databaseId: string }>) {
  const cancel = useSettled<CancelRunDialogMutation>(graphql`
    mutation CancelRunDialogMutation($input: CancelInventoryRunInput!) {
      answer: cancelInventoryRun(input: $input) {
        ... on CancelInventoryRunPayload {
          run {
            id
            # Read from the store by those who show the run.
            status
            isCancelRequested
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <DialogOfRow title="Cancel this run?" {...props}>
      {({ databaseId: runId }) => (
        <ConfirmForm
          label="Cancel the Run"
          busyLabel="Cancelling…"
          color="error"
          cancelLabel="Let It Go On"
          fallbackMessage="The run could not be cancelled. Please try again"
          run={async () => {
            // No toast: the run itself shows that it is being cancelled, and a toast could cover
            // that.
            await cancel({ runId }, undefined, props.refresh);
            props.onClose();
            return undefined;
          }}
        >
          <p>
            It ends within a few seconds. What a sync has brought in until then stays, nothing is
            withdrawn, and running it again does no harm.
          </p>
        </ConfirmForm>
      )}
    </DialogOfRow>
  );
}
