import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { MessageDecisionDialogDismissMutation } from '#web/__generated__/MessageDecisionDialogDismissMutation.graphql.ts';
import type { MessageDecisionDialogHideMutation } from '#web/__generated__/MessageDecisionDialogHideMutation.graphql.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { plural, verbFor } from '#common/numbers.ts';
import { settle } from '#web/admin/settle.ts';
import type { MessageDecision, ReportedMessageRow } from './ReportedMessages.tsx';

interface MessageDecisionDialogProps extends FormProps {
  decision: MessageDecision;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function MessageDecisionDialog(props: MessageDecisionDialogProps) {
  const { message, decision, refresh, ...dialog } = props;
  const Form = decision === 'hide' ? HideForm : DismissForm;
  return (
    <FormDialog title={decision === 'hide' ? 'Hide Message' : 'Keep Message'} {...dialog}>
      <Form message={message} refresh={refresh} />
    </FormDialog>
  );
}

interface FormProps {
  message: ReportedMessageRow;
  refresh: () => Promise<void>;
}

const fallbackMessage = 'The decision could not be saved. Please try again';

function HideForm({ message, refresh }: FormProps) {
  // The message that the administrator saw, whatever is loaded while the dialog is open.
  const [{ messageId, openReportCount }] = useState(message);
  const [hide] = useMutation<MessageDecisionDialogHideMutation>(graphql`
    mutation MessageDecisionDialogHideMutation($input: HideReportedMessageInput!) {
      hideReportedMessage(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  return (
    <ConfirmForm
      text={{
        label: 'Reason',
        requiredMessage: 'Reason is required',
        hint: 'It stands in the audit log',
      }}
      label="Hide Message"
      busyLabel="Hiding…"
      color="error"
      fallbackMessage={fallbackMessage}
      run={async (reason) => {
        const { hideReportedMessage: answer } = await hide({
          input: { messageId, openReports: openReportCount, reason },
        });
        return settle(answer, refresh, { title: 'Message hidden' });
      }}
    >
      <p>
        Both sides see that our team removed a message, and no longer its text. This settles{' '}
        {plural(openReportCount, 'report')}.
      </p>
    </ConfirmForm>
  );
}

function DismissForm({ message, refresh }: FormProps) {
  const [{ messageId, openReportCount }] = useState(message);
  const [dismiss] = useMutation<MessageDecisionDialogDismissMutation>(graphql`
    mutation MessageDecisionDialogDismissMutation($input: DismissMessageReportsInput!) {
      dismissMessageReports(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  return (
    <ConfirmForm
      text={{ label: 'Note', hint: 'May be left out; it stands in the audit log' }}
      label="Keep Message"
      busyLabel="Saving…"
      fallbackMessage={fallbackMessage}
      run={async (note) => {
        const { dismissMessageReports: answer } = await dismiss({
          input: { messageId, openReports: openReportCount, note: note || null },
        });
        return settle(answer, refresh, { title: 'Message kept' });
      }}
    >
      <p>
        The message stays as it is, and {plural(openReportCount, 'report')} about it{' '}
        {verbFor(openReportCount, 'be')} dismissed. Nobody is told.
      </p>
    </ConfirmForm>
  );
}
