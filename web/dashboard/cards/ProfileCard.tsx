import type { DashboardPage_viewer$data } from '#web/__generated__/DashboardPage_viewer.graphql.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from '../DashboardPage.module.css';
import { settingsPath } from '../settingsSections.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';

export function ProfileCard({ user }: { user: DashboardPage_viewer$data }) {
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
