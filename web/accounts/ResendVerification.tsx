import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { graphql } from 'react-relay/hooks';
import type { ResendVerificationMutation } from '../__generated__/ResendVerificationMutation.graphql.ts';
import { assertAccepted } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { Button } from '../ui/basics/Button.tsx';
import { showToast } from '../ui/feedback/toastStore.ts';

export function ResendVerification() {
  const [resend, isSending] = useMutation<ResendVerificationMutation>(graphql`
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

  const send = async () => {
    try {
      const { resendVerification: result } = await resend({});
      assertAccepted(result);
      showToast(
        result.sent
          ? { title: 'Link sent', description: `Look into the inbox of ${result.user?.email}` }
          : { title: 'Your email is confirmed' },
      );
    } catch (error) {
      showFailure('The link could not be sent', error, 'Please try again later');
    }
  };

  return (
    <Button
      variant="quiet"
      aria-busy={isSending}
      onClick={isSending ? undefined : () => void send()}
    >
      {isSending ? 'Sending…' : 'Send Link Again'}
    </Button>
  );
}
