import { graphql } from 'react-relay/hooks';
import type { CancelRunDialogMutation } from '#web/__generated__/CancelRunDialogMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useMutation } from '#web/relay/useMutation.ts';
import { settle } from '#web/admin/settle.ts';

interface CancelRunDialogProps {
  /** Plain id of the run. */
  runId: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

export default function CancelRunDialog({ runId, refresh, ...dialog }: CancelRunDialogProps) {
  const [cancel] = useMutation<CancelRunDialogMutation>(graphql`
    mutation CancelRunDialogMutation($input: CancelInventoryRunInput!) {
      cancelInventoryRun(input: $input) {
        __typename
        ... on CancelInventoryRunPayload {
          run {
            id
            # Read from the store by those who show the run.
            status
            isCancelRequested
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  return (
    <FormDialog title="Cancel this run?" {...dialog}>
      <ConfirmForm
        label="Cancel the Run"
        busyLabel="Cancelling…"
        color="error"
        cancelLabel="Let It Go On"
        fallbackMessage="The run could not be cancelled. Please try again"
        run={async () => {
          const { cancelInventoryRun: answer } = await cancel({ input: { runId } });
          // No toast: the run itself shows that it is being cancelled, and a toast could cover
          // that.
          await settle(answer, refresh, undefined);
          dialog.onClose();
          return undefined;
        }}
      >
        <p>
          It ends within a few seconds. What a sync has brought in until then stays, nothing is
          withdrawn, and running it again does no harm.
        </p>
      </ConfirmForm>
    </FormDialog>
  );
}
