import Button from '@mui/material/Button';
import { lazy, Suspense, useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { DashboardPage_viewer$key } from '../../__generated__/DashboardPage_viewer.graphql.ts';
import type { dashboardPageLoaderQuery } from '../../__generated__/dashboardPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { initialsOf } from '../../components/initials.ts';
import { PageMeta } from '../../components/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from './DashboardPage.module.css';
import { dashboardPageQuery, type DashboardPageData } from './dashboardPageLoader.ts';
import { DashboardPageSkeleton } from './DashboardPageSkeleton.tsx';
import { EmailText } from './EmailText.tsx';
import { NothingYet } from './NothingYet.tsx';
import { useDashboardDialog } from './useDashboardDialog.ts';
import { useSeen } from './useSeen.ts';

export { loadDashboardPage as loadPage } from './dashboardPageLoader.ts';

const loadProfileDialog = () => import('./ProfileDialog.tsx');
const ProfileDialog = lazy(loadProfileDialog);
const loadSettingsDialog = () => import('./SettingsDialog.tsx');
const SettingsDialog = lazy(loadSettingsDialog);

export function Page() {
  const data = useLoaderData<DashboardPageData>();
  return (
    <Suspense fallback={<DashboardPageSkeleton />}>
      <Dashboard {...data} />
    </Suspense>
  );
}

function Dashboard({ reference }: DashboardPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<dashboardPageLoaderQuery>(
    dashboardPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta title={`Dashboard | ${site.title}`} canonicalPath="/dashboard" />
      {viewer ? <ViewerDashboard viewer={viewer} /> : <Navigate to="/auth" replace />}
    </>
  );
}

interface ViewerDashboardProps {
  viewer: DashboardPage_viewer$key;
}

function ViewerDashboard({ viewer }: ViewerDashboardProps) {
  const user = useFragment<DashboardPage_viewer$key>(
    graphql`
      fragment DashboardPage_viewer on User {
        firstName
        lastName
        username
        email
        ...ProfileDialog_viewer
        ...SettingsDialog_viewer
      }
    `,
    viewer,
  );
  const { shown, open, close } = useDashboardDialog();
  const seen = useSeen(shown);
  const profileButton = useRef<HTMLButtonElement>(null);
  const settingsButton = useRef<HTMLButtonElement>(null);
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <div className={`content ${styles.page}`}>
      <header className={styles.greeting}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <h1>Welcome back, {user.firstName}</h1>
      </header>
      <div className={styles.actions} role="group" aria-label="Quick actions">
        <ButtonLink to="/search?type=rent" variant="contained" color="secondary">
          Search Rentals
        </ButtonLink>
        <ButtonLink to="/search" variant="outlined" color="inherit">
          Browse Resorts
        </ButtonLink>
        <Button
          ref={settingsButton}
          variant="outlined"
          color="inherit"
          aria-haspopup="dialog"
          onPointerEnter={() => void loadSettingsDialog()}
          onClick={() => open('settings')}
        >
          Account Settings
        </Button>
      </div>
      <div className={styles.cards}>
        <DashboardCard title="Profile" icon="user">
          <dl className={styles.profile}>
            <div>
              <dt>Name</dt>
              <dd>{name}</dd>
            </div>
            <div>
              <dt>Username</dt>
              <dd>{user.username}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>
                <EmailText email={user.email} />
              </dd>
            </div>
          </dl>
          <Button
            ref={profileButton}
            variant="outlined"
            color="inherit"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadProfileDialog()}
            onClick={() => open('profile')}
          >
            Edit Profile
          </Button>
        </DashboardCard>
        <DashboardCard title="My Bookings" icon="calendar">
          <NothingYet
            icon="calendar"
            title="No bookings yet"
            hint="The weeks you book will be listed here."
          />
        </DashboardCard>
        <DashboardCard title="Favorites" icon="heart">
          <NothingYet
            icon="heart"
            title="No favorites yet"
            hint="Resorts you want to come back to will be kept here."
          />
        </DashboardCard>
        <DashboardCard title="My Property" icon="key">
          <p>Own a timeshare week? Our team helps you sell or rent it.</p>
          <ButtonLink to="/search?type=sell" variant="outlined" color="inherit">
            Sell or Rent My Property
          </ButtonLink>
        </DashboardCard>
      </div>
      <Suspense fallback={null}>
        {seen.includes('profile') && (
          <ProfileDialog
            viewer={user}
            isOpen={shown === 'profile'}
            onClose={close}
            focusAfter={() => profileButton.current}
          />
        )}
        {seen.includes('settings') && (
          <SettingsDialog
            viewer={user}
            isOpen={shown === 'settings'}
            onClose={close}
            focusAfter={() => settingsButton.current}
          />
        )}
      </Suspense>
    </div>
  );
}
