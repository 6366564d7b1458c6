import { graphql, useFragment } from 'react-relay/hooks';
import type { NotificationsSection_viewer$key } from '#web/__generated__/NotificationsSection_viewer.graphql.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { SavedSearchList } from '../savedSearches/SavedSearchList.tsx';
import styles from './Settings.module.css';

export function NotificationsSection({ viewer }: { viewer: NotificationsSection_viewer$key }) {
  const user = useFragment<NotificationsSection_viewer$key>(
    graphql`
      fragment NotificationsSection_viewer on User {
        email
        ...SavedSearchList_viewer
      }
    `,
    viewer,
  );
  return (
    <section className={styles.section} aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className={styles.note}>
        We write to <EmailText email={user.email} /> about your bookings, your listings and the
        safety of your account; that can&apos;t be turned off. Alerts for saved searches are up to
        you.
      </p>
      <div className={`stack gap-3 line-above ${styles.part}`}>
        <h3>Saved searches</h3>
        <SavedSearchList viewer={user} />
      </div>
    </section>
  );
}
