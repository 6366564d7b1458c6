import { graphql, useFragment } from 'react-relay/hooks';
import type { EmailSection_viewer$key } from '#web/__generated__/EmailSection_viewer.graphql.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { VerifyEmailNotice } from '../notices/VerifyEmailNotice.tsx';
import { EmailForm } from './EmailForm.tsx';
import styles from './Settings.module.css';

export function EmailSection({ viewer }: { viewer: EmailSection_viewer$key }) {
  const user = useFragment<EmailSection_viewer$key>(
    graphql`
      fragment EmailSection_viewer on User {
        email
        ...VerifyEmailNotice_viewer
      }
    `,
    viewer,
  );
  return (
    <section className={styles.section} aria-labelledby="change-email">
      <h2 id="change-email">Email</h2>
      <VerifyEmailNotice viewer={user} />
      <p className={styles.note}>
        Mail goes to{' '}
        <strong className="ink">
          <EmailText email={user.email} />
        </strong>{' '}
        until you follow the link that we send to a new address.
      </p>
      <EmailForm />
    </section>
  );
}
