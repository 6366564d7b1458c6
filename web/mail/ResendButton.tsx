import { Button } from '../ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ResendButton_mail$key } from '../__generated__/ResendButton_mail.graphql.ts';
import type { ResendButtonMutation } from '../__generated__/ResendButtonMutation.graphql.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { showFailure } from '../ui/feedback/showFailure.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';

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
  const [resend, isResending] = useMutation<ResendButtonMutation>(graphql`
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
    if (isResending) return;
    try {
      const { resendMail: result } = await resend({ input: { id } });
      assertAccepted(result);
      showToast({
        title: 'Sending again',
        description: `“${subject}” is on its way to ${toAddress}`,
      });
    } catch (error) {
      showFailure('Could not send again', error);
    }
  };
  if (!mayBeResent) return null;
  const label = status === 'FAILED' ? 'Resend' : 'Send Now';
  return (
    <Button
      variant="quiet"
      aria-label={`${label}: “${subject}” to ${toAddress}`}
      aria-busy={isResending}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}
