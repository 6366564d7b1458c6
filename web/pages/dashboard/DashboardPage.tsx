import { Suspense } from 'react';
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

export { loadDashboardPage as loadPage } from './dashboardPageLoader.ts';

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
      }
    `,
    viewer,
  );
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <div className={`content ${styles.page}`}>
      <header className={styles.greeting}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <h1>Welcome back, {user.firstName}</h1>
      </header>
      <div className={styles.actions}>
        <ButtonLink to="/search?type=rent" variant="contained" color="secondary">
          Search Rentals
        </ButtonLink>
        <ButtonLink to="/search" variant="outlined" color="inherit">
          Browse Resorts
        </ButtonLink>
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
              <dd>{user.email}</dd>
            </div>
          </dl>
        </DashboardCard>
        <DashboardCard title="My Bookings" icon="calendar">
          <p className={styles.empty}>No bookings yet</p>
        </DashboardCard>
        <DashboardCard title="Favorites" icon="heart">
          <p className={styles.empty}>No favorites yet</p>
        </DashboardCard>
        <DashboardCard title="My Property" icon="key">
          <p>Own a timeshare week? Our team helps you sell or rent it.</p>
          <ButtonLink to="/search?type=sell" variant="outlined" color="inherit">
            Sell Your Timeshare
          </ButtonLink>
        </DashboardCard>
      </div>
    </div>
  );
}
