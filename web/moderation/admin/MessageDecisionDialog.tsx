import { graphql } from 'react-relay/hooks';
import type { MessageDecisionDialogDismissMutation } from '#web/__generated__/MessageDecisionDialogDismissMutation.graphql.ts';
import type { MessageDecisionDialogHideMutation } from '#web/__generated__/MessageDecisionDialogHideMutation.graphql.ts';
import { plural, verbFor } from '#common/numbers.ts';
import { useSettled } from '#web/admin/settle.ts';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { ModerationDialog, type ModerationForm } from './ModerationDialog.tsx';

interface ReportedMessage {
  messageId: string;
  openReportCount: number;
}

export default function MessageDecisionDialog(
  props: RowDialogProps<ReportedMessage, 'dismiss' | 'hide'>,
) {
  const { name, refresh } = props;
  const hide = useSettled<MessageDecisionDialogHideMutation>(graphql`
    mutation MessageDecisionDialogHideMutation($input: HideReportedMessageInput!) {
      answer: hideReportedMessage(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const dismiss = useSettled<MessageDecisionDialogDismissMutation>(graphql`
    mutation MessageDecisionDialogDismissMutation($input: DismissMessageReportsInput!) {
      answer: dismissMessageReports(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const title = name === 'hide' ? 'Hide Message' : 'Keep Message';
  const formOf = (message: ReportedMessage): ModerationForm => {
    const { messageId, openReportCount: openReports } = message;
    const reports = plural(openReports, 'report');
    return name === 'hide'
      ? {
          label: title,
          busyLabel: 'Hiding…',
          reader: 'It stands in the audit log',
          run: (reason) =>
            hide({ messageId, openReports, reason }, { title: 'Message hidden' }, refresh),
          children: (
            <p>
              Both sides see that our team removed a message, and no longer its text. This settles{' '}
              {reports}.
            </p>
          ),
        }
      : {
          label: title,
          run: (note) =>
            dismiss(
              { messageId, openReports, note: note || null },
              { title: 'Message kept' },
              refresh,
            ),
          children: (
            <p>
              The message stays as it is, and {reports} about it {verbFor(openReports, 'be')}{' '}
              dismissed. Nobody is told.
            </p>
          ),
        };
  };
  return <ModerationDialog title={title} formOf={formOf} {...props} />;
}
