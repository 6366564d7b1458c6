import { graphql } from 'react-relay/hooks';
import { Link, redirect } from 'react-router-dom';
import type {
  AccountSettingsPageQuery,
  AccountSettingsPageQuery$data,
} from '#web/__generated__/AccountSettingsPageQuery.graphql.ts';
import {
  definePage,
  type FrameProps,
  type MemberPageProps,
  type PageAddress,
} from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { CloseAccountForm } from './CloseAccountForm.tsx';
import { EmailSection } from './EmailForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionList } from './SessionList.tsx';
import styles from './Settings.module.css';
import {
  sectionOf,
  settingsPath,
  settingsSections,
  type SettingsSection,
} from '../settingsSections.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { SavedSearchList } from '../savedSearches/SavedSearchList.tsx';

export const page = definePage<AccountSettingsPageQuery>({
  path: '/dashboard/settings/:section?',
  access: 'signedIn',
  query: graphql`
    query AccountSettingsPageQuery {
      ...AppShell_query
      viewer {
        ...ProfileForm_viewer
        email
        ...VerifyEmailNotice_viewer
        ...SavedSearchList_viewer
        ...PasswordForm_viewer
        ...SessionList_viewer
      }
    }
  `,
  variables: (address) => {
    sectionIn(address);
    return {};
  },
  meta: (_, address) => {
    const { label, path } = sectionIn(address);
    return { title: `${label}: Account Settings`, canonicalPath: path };
  },
  frame: SettingsFrame,
  skeleton: <SectionSkeleton />,
  component: AccountSettings,
});

function sectionIn({ params }: PageAddress): SettingsSection {
  const section = sectionOf(params['section']);
  if (!section) throw redirect(settingsPath);
  return section;
}

function SettingsFrame({ children, ...address }: FrameProps<AccountSettingsPageQuery>) {
  const section = sectionIn(address);
  return (
    <div className={`content stack packed page-room ${styles.page}`}>
      <header className="whole-row">
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>Account Settings</h1>
      </header>
      <nav className={`side-links ${styles.sections}`} aria-label="Account settings">
        <ul className="stack gap-2px sticky">
          {settingsSections.map(({ name, label, path }) => (
            <li key={name}>
              <Link
                className="row target ink medium undecorated"
                to={path}
                aria-current={name === section.name ? 'page' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`sheet ${styles.sheet}`}>{children}</div>
    </div>
  );
}

function AccountSettings({ data, ...address }: MemberPageProps<AccountSettingsPageQuery>) {
  const { name } = sectionIn(address);
  // Resets the fields for each section.
  return <Section key={name} name={name} viewer={data.viewer} />;
}

interface SectionProps {
  name: SettingsSection['name'];
  viewer: NonNullable<AccountSettingsPageQuery$data['viewer']>;
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
          <EmailSection email={viewer.email} viewer={viewer} />
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
      return <CloseAccountForm email={viewer.email} />;
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

function DataSection() {
  return (
    <section className={styles.section} aria-labelledby="my-data">
      <h2 id="my-data">Your data</h2>
      <p className={styles.note}>
        Everything we hold about you, as one file: profile, bookings, listings, reviews, favorites,
        saved searches and inquiries.
      </p>
      <a
        className={`inline pill semibold undecorated edged-on-hover ${styles.download}`}
        href="/api/users/me/export"
        download
      >
        Download My Data
      </a>
    </section>
  );
}

function NotificationsSection({ viewer }: Pick<SectionProps, 'viewer'>) {
  return (
    <section className={styles.section} aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className={styles.note}>
        We write to <EmailText email={viewer.email} /> about your bookings, your listings and the
        safety of your account; that can&apos;t be turned off. Alerts for saved searches are up to
        you.
      </p>
      <div className={`stack gap-3 line-above ${styles.part}`}>
        <h3>Saved searches</h3>
        <SavedSearchList viewer={viewer} />
      </div>
    </section>
  );
}
