import { graphql, useFragment } from 'react-relay/hooks';
import type { VerifyEmailNotice_viewer$key } from '#web/__generated__/VerifyEmailNotice_viewer.graphql.ts';
import { ResendVerification } from '#web/accounts/ResendVerification.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './Notice.module.css';

export function VerifyEmailNotice({ viewer }: { viewer: VerifyEmailNotice_viewer$key }) {
  const { email, emailVerified } = useFragment<VerifyEmailNotice_viewer$key>(
    graphql`
      fragment VerifyEmailNotice_viewer on User {
        email
        emailVerified
      }
    `,
    viewer,
  );
  if (emailVerified) return null;

  return (
    <aside className={styles.notice} aria-label="Confirm your email">
      <Icon name="mail" size={26} />
      <p className="breaks">
        <strong>Confirm your email.</strong> Follow the link that we sent to{' '}
        <EmailText email={email} />. Then you can book, write to owners and review, and alerts for
        saved searches start.
      </p>
      <ResendVerification />
    </aside>
  );
}
