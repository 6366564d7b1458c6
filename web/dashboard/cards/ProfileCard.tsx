import { graphql, useFragment } from 'react-relay/hooks';
import type { ProfileCard_viewer$key } from '#web/__generated__/ProfileCard_viewer.graphql.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from '../DashboardPage.module.css';
import { settingsPath } from '../settingsSections.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';

export function ProfileCard({ viewer }: { viewer: ProfileCard_viewer$key }) {
  const user = useFragment<ProfileCard_viewer$key>(
    graphql`
      fragment ProfileCard_viewer on User {
        firstName
        lastName
        username
        email
      }
    `,
    viewer,
  );
  return (
    <DashboardCard title="Profile" icon="user">
      <dl className={`full ruled ${styles.profile}`}>
        <div className="cluster gap-4 row-gap-0 between">
          <dt>Name</dt>
          <dd className="shrink medium breaks">
            {user.firstName} {user.lastName}
          </dd>
        </div>
        <div className="cluster gap-4 row-gap-0 between">
          <dt>Username</dt>
          <dd className="shrink medium breaks">{user.username}</dd>
        </div>
        <div className="cluster gap-4 row-gap-0 between">
          <dt>Email</dt>
          <dd className="shrink medium breaks">
            <EmailText email={user.email} />
          </dd>
        </div>
      </dl>
      <ButtonLink to={settingsPath} variant="outlined" color="inherit">
        Edit Profile
      </ButtonLink>
    </DashboardCard>
  );
}
