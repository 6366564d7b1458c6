import { graphql, useFragment } from 'react-relay/hooks';
import { definePage } from '#web/page/definePage.tsx';
import type { DashboardPageQuery } from '#web/__generated__/DashboardPageQuery.graphql.ts';
import { redirect } from 'react-router-dom';
import { Button } from '../ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import type {
  DashboardPage_viewer$key,
  DashboardPage_viewer$data,
} from '../__generated__/DashboardPage_viewer.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { FailureBoundary } from '../page/FailureBoundary.tsx';
import { initialsOf } from '../ui/words/initials.ts';
import { useHydrated } from '../ui/basics/useHydrated.ts';
import { useAddressDialog } from '../ui/dialogs/useAddressDialog.ts';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import { BookingsCard } from './cards/BookingsCard.tsx';
import styles from './DashboardPage.module.css';
import { FavoritesCard } from './cards/FavoritesCard.tsx';
import { ListingsCard } from './cards/ListingsCard.tsx';
import { PropertyCard } from './cards/PropertyCard.tsx';
import { settingsPath } from './settingsSections.ts';
import { VerifyEmailNotice } from './notices/VerifyEmailNotice.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { DashboardCard } from '#web/dashboard/cards/DashboardCard.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { BookingRow } from '#web/bookings/list/BookingRow.tsx';
import { readerOf } from '#web/bookings/statusWords.ts';
import listStyles from '#web/ui/layout/ListPage.module.css';

const loaders = {
  property: () => import('./PropertyDialog.tsx'),
  'saved-searches': () => import('./savedSearches/SavedSearchesDialog.tsx'),
};
const PropertyDialog = lazy(loaders.property);
const SavedSearchesDialog = lazy(loaders['saved-searches']);
const MailNotice = lazy(() => import('./notices/MailNotice.tsx'));

/** Pages that used to be dialogs, by the dialog names in older links. */
const movedDialogs = new Map<string | null, string>([
  ['profile', settingsPath],
  ['settings', settingsPath],
]);

export const page = definePage<DashboardPageQuery>({
  path: '/dashboard',
  access: 'signedIn',
  query: graphql`
    query DashboardPageQuery {
      ...AppShell_query
      viewer {
        ...DashboardPage_viewer
      }
    }
  `,
  variables: ({ search }) => {
    const moved = movedDialogs.get(search.get('dialog'));
    if (moved) throw redirect(moved);
    return {};
  },
  meta: { title: 'Dashboard' },
  skeleton: <DashboardPageSkeleton />,
  component: ({ data }) => <ViewerDashboard viewer={data.viewer} />,
});

function ViewerDashboard({ viewer }: { viewer: DashboardPage_viewer$key }) {
  const user = useFragment<DashboardPage_viewer$key>(viewerFragment, viewer);
  const { shown, open, close } = useAddressDialog(dialogNames);
  const seen = useSeen(shown);
  const isHydrated = useHydrated();

  const opener = (name: DialogName) => ({
    id: openerId(name),
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: () => void loaders[name](),
    onClick: () => open(name),
  });
  const dialog = (name: DialogName) => ({
    isOpen: shown === name,
    onClose: close,
    focusAfter: () => document.getElementById(openerId(name)),
  });

  return (
    <div className="sections content page-space">
      <header className={`row wrap gap-4 ${styles.greeting}`}>
        <span className={`disc on-teal white ${styles.initials}`} aria-hidden="true">
          {initialsOf(`${user.firstName} ${user.lastName}`)}
        </span>
        <h1>{`Welcome back, ${user.firstName}`}</h1>
      </header>
      <VerifyEmailNotice viewer={user} />
      <WaitingList user={user} />
      {user.role === 'ADMIN' && isHydrated && (
        <FailureBoundary fallback={() => null}>
          {() => (
            <Suspense fallback={null}>
              <MailNotice />
            </Suspense>
          )}
        </FailureBoundary>
      )}
      <div className="cluster gap-3" role="group" aria-label="Quick actions">
        <ButtonLink to="/search?type=rent" variant="main">
          Search Rentals
        </ButtonLink>
        <ButtonLink to="/search" variant="outlined" color="inherit">
          Browse Resorts
        </ButtonLink>
        <ButtonLink to="/create-listing" variant="outlined" color="inherit">
          List Your Timeshare
        </ButtonLink>
        <Button variant="outlined" color="inherit" {...opener('saved-searches')}>
          Saved Searches
        </Button>
        <ButtonLink to={settingsPath} variant="outlined" color="inherit">
          Account Settings
        </ButtonLink>
      </div>
      <div className={styles.cards}>
        <ProfileCard user={user} />
        <BookingsCard viewer={user} />
        <FavoritesCard viewer={user} />
        <PropertyCard
          viewer={user}
          action={
            <Button variant="outlined" color="inherit" {...opener('property')}>
              Sell or Rent My Property
            </Button>
          }
        />
      </div>
      <ListingsCard viewer={user} />
      <Suspense fallback={null}>
        {seen.includes('property') && <PropertyDialog {...dialog('property')} />}
        {seen.includes('saved-searches') && (
          <SavedSearchesDialog viewer={user} {...dialog('saved-searches')} />
        )}
      </Suspense>
    </div>
  );
}

const viewerFragment = graphql`
  fragment DashboardPage_viewer on User {
    firstName
    lastName
    username
    email
    role
    waitingBookings {
      databaseId
      parts
      ...BookingRow_booking
    }
    ...VerifyEmailNotice_viewer
    ...BookingsCard_viewer
    ...FavoritesCard_viewer
    ...PropertyList_viewer
    ...ListingsCard_viewer
    ...SavedSearchList_viewer
  }
`;

const dialogNames = ['property', 'saved-searches'] as const;

type DialogName = (typeof dialogNames)[number];

const openerId = (name: DialogName): string => `open-${name}`;

function DashboardPageSkeleton() {
  return (
    <div className="sections content page-space" aria-hidden="true">
      <Skeleton width="min(460px, 80%)" height="64px" />
      <Skeleton width="300px" height="46px" radius="999px" />
      <div className={styles.cards}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height="200px" radius="24px" />
        ))}
      </div>
    </div>
  );
}

function ProfileCard({ user }: { user: DashboardPage_viewer$data }) {
  return (
    <DashboardCard title="Profile" icon="user">
      <FactList
        facts={[
          ['Name', `${user.firstName} ${user.lastName}`],
          ['Username', user.username],
          ['Email', <EmailText key="email" email={user.email} />],
        ]}
      />
      <ButtonLink to={settingsPath} variant="outlined" color="inherit">
        Edit Profile
      </ButtonLink>
    </DashboardCard>
  );
}

function WaitingList({ user: { waitingBookings } }: { user: DashboardPage_viewer$data }) {
  if (waitingBookings.length === 0) return null;
  return (
    <DashboardCard title="Waiting for You" icon="bell">
      <ul className={listStyles.rows}>
        {waitingBookings.map((booking) => (
          <BookingRow
            key={booking.databaseId}
            booking={booking}
            isOwners={readerOf(booking.parts) === 'OWNER'}
          />
        ))}
      </ul>
    </DashboardCard>
  );
}
