import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { graphql } from 'react-relay/hooks';
import type { ResendVerificationMutation } from '../__generated__/ResendVerificationMutation.graphql.ts';
import { useCommand } from '../relay/useMutation.ts';

export function ResendVerification() {
  const [resend] = useCommand<ResendVerificationMutation>(graphql`
    mutation ResendVerificationMutation {
      resendVerification {
        ... on ResendVerificationPayload {
          sent
          user {
            email
            emailVerified
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);

  const run = async () => {
    const { sent, user } = await resend({});
    return sent
      ? { title: 'Link sent', description: `Look into the inbox of ${user?.email}` }
      : { title: 'Your email is confirmed' };
  };

  return (
    <ActionButton
      variant="quiet"
      run={run}
      busy="Sending…"
      failed="The link could not be sent"
      fallback="Please try again later"
    >
      Send Link Again
    </ActionButton>
  );
}
