import { Button } from '../../../ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { VerifyEmailNotice_viewer$key } from '../../../__generated__/VerifyEmailNotice_viewer.graphql.ts';
import type { VerifyEmailNoticeMutation } from '../../../__generated__/VerifyEmailNoticeMutation.graphql.ts';
import { EmailText } from '../../../ui/words/EmailText.tsx';
import { Icon } from '../../../ui/basics/Icon.tsx';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { messageOf } from '../../../relay/refusal.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import styles from './Notice.module.css';

interface VerifyEmailNoticeProps {
  viewer: VerifyEmailNotice_viewer$key;
}

export function VerifyEmailNotice({ viewer }: VerifyEmailNoticeProps) {
  const { email, emailVerified } = useFragment<VerifyEmailNotice_viewer$key>(
    graphql`
      fragment VerifyEmailNotice_viewer on User {
        email
        emailVerified
      }
    `,
    viewer,
  );
  const [resend, isSending] = useMutation<VerifyEmailNoticeMutation>(graphql`
    mutation VerifyEmailNoticeMutation {
      resendVerification {
        __typename
        ... on ResendVerificationPayload {
          sent
          user {
            emailVerified
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  if (emailVerified) return null;

  const send = async () => {
    try {
      const { resendVerification: result } = await resend({});
      if (result?.__typename !== 'ResendVerificationPayload') throw new Error(result?.message);
      showToast(
        result.sent
          ? { title: 'Link sent', description: `Look into the inbox of ${email}` }
          : { title: 'Your email is confirmed' },
      );
    } catch (error) {
      showToast({
        title: 'The link could not be sent',
        description: messageOf(error, 'Please try again later'),
        variant: 'destructive',
      });
    }
  };

  return (
    <aside className={styles.notice} aria-label="Confirm your email">
      <Icon name="mail" size={26} />
      <p>
        <strong>Confirm your email.</strong> Follow the link that we sent to{' '}
        <EmailText email={email} />; alerts for saved searches start then.
      </p>
      <Button
        variant="outlined"
        color="inherit"
        aria-busy={isSending}
        onClick={isSending ? undefined : () => void send()}
      >
        {isSending ? 'Sending…' : 'Send Link Again'}
      </Button>
    </aside>
  );
}
