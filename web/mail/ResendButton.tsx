import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ResendButton_mail$key } from '../__generated__/ResendButton_mail.graphql.ts';
import type { ResendButtonMutation } from '../__generated__/ResendButtonMutation.graphql.ts';
import { useCommand } from '../relay/useMutation.ts';

/**
 * Resends a message that waits or has failed. Sent messages are not kept, so they have no button.
 */
export function ResendButton({ mail }: { mail: ResendButton_mail$key }) {
  const { id, status, subject, toAddress, mayBeResent } = useFragment<ResendButton_mail$key>(
    graphql`
      fragment ResendButton_mail on OutgoingMail {
        id
        status
        subject
        toAddress
        mayBeResent
      }
    `,
    mail,
  );
  const [resend] = useCommand<ResendButtonMutation>(graphql`
    mutation ResendButtonMutation($input: ResendMailInput!) {
      resendMail(input: $input) {
        ... on ResendMailPayload {
          mail {
            status
            attempts
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const run = async () => {
    await resend({ input: { id } });
    return { title: 'Sending again', description: `“${subject}” is on its way to ${toAddress}` };
  };
  if (!mayBeResent) return null;
  const label = status === 'FAILED' ? 'Resend' : 'Send Now';
  return (
    <ActionButton
      variant="quiet"
      aria-label={`${label}: “${subject}” to ${toAddress}`}
      run={run}
      failed="Could not send again"
    >
      {label}
    </ActionButton>
  );
}
