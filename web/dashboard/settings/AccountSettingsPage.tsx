import { Suspense } from 'react';
import { Link, Navigate, useLoaderData } from 'react-router-dom';
import type {
  accountSettingsPageLoaderQuery,
  accountSettingsPageLoaderQuery$data,
} from '#web/__generated__/accountSettingsPageLoaderQuery.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import {
  accountSettingsPageQuery,
  type AccountSettingsPageData,
} from './accountSettingsPageLoader.ts';
import { CloseAccountForm } from './CloseAccountForm.tsx';
import { DataSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { NotificationsSection } from './NotificationsSection.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionList } from './SessionList.tsx';
import styles from './Settings.module.css';
import { settingsSections } from '../settingsSections.ts';

export { loadAccountSettingsPage as loadPage } from './accountSettingsPageLoader.ts';

export function Page() {
  const data = useLoaderData<AccountSettingsPageData>();
  return (
    <div className={`content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>Account Settings</h1>
      </header>
      <nav className={styles.sections} aria-label="Account settings">
        <ul>
          {settingsSections.map(({ name, label, path }) => (
            <li key={name}>
              <Link to={path} aria-current={name === data.section.name ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.sheet}>
        <Suspense fallback={<SectionSkeleton />}>
          <AccountSettings {...data} />
        </Suspense>
      </div>
    </div>
  );
}

function AccountSettings({ reference, section }: AccountSettingsPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<accountSettingsPageLoaderQuery>(
    accountSettingsPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta
        title={`${section.label}: Account Settings | ${site.title}`}
        canonicalPath={section.path}
      />
      {viewer ? (
        // Resets the fields for each section.
        <Section key={section.name} name={section.name} viewer={viewer} />
      ) : (
        <Navigate to="/auth" replace />
      )}
    </>
  );
}

interface SectionProps {
  name: AccountSettingsPageData['section']['name'];
  viewer: NonNullable<accountSettingsPageLoaderQuery$data['viewer']>;
}

function Section({ name, viewer }: SectionProps) {
  switch (name) {
    case 'profile':
      return (
        <GuardedPage>
          <ProfileForm viewer={viewer} />
        </GuardedPage>
      );
    case 'email':
      return (
        <GuardedPage>
          <EmailSection viewer={viewer} />
        </GuardedPage>
      );
    case 'password':
      return (
        <GuardedPage>
          <PasswordForm viewer={viewer} />
        </GuardedPage>
      );
    case 'sessions':
      return <SessionList viewer={viewer} />;
    case 'notifications':
      return <NotificationsSection viewer={viewer} />;
    case 'data':
      return <DataSection />;
    case 'close':
      return <CloseAccountForm viewer={viewer} />;
  }
}

function SectionSkeleton() {
  return (
    <div className={styles.section} role="status" aria-label="Loading your settings">
      <Skeleton width="180px" height="32px" radius="12px" />
      <Skeleton height="72px" radius="12px" />
      <Skeleton height="72px" radius="12px" />
    </div>
  );
}
