import { graphql } from 'react-relay/hooks';
import type {
  MessageReportReason,
  ReportMessageDialogMutation,
} from '#web/__generated__/ReportMessageDialogMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ReportForm } from '#web/moderation/report/ReportForm.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';

interface ReportMessageDialogProps {
  messageId: string;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

const reasons = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  OUTSIDE_PAYMENT: 'Asks to pay or book elsewhere',
  OTHER: 'Something else',
} satisfies Partial<Record<MessageReportReason, string>>;

export default function ReportMessageDialog(props: ReportMessageDialogProps) {
  const { messageId, name, ...dialog } = props;
  const [report] = useCommand<ReportMessageDialogMutation>(graphql`
    mutation ReportMessageDialogMutation($input: ReportMessageInput!) {
      reportMessage(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <FormDialog title="Report Message" {...dialog}>
      <p>
        What is wrong with this message by {name}? Our team looks at every report, and can then read
        the conversation.
      </p>
      <ReportForm
        label="Report Message"
        reasons={reasons}
        send={(sent) => report({ input: { messageId, ...sent } })}
      />
    </FormDialog>
  );
}
