import { Button } from '#web/ui/basics/Button.tsx';
import { Drawer } from '#web/ui/material/Drawer.ts';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { NavigationDrawer_viewer$key } from '#web/__generated__/NavigationDrawer_viewer.graphql.ts';
import { authLink } from '#web/accounts/authLink.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './NavigationDrawer.module.css';
import { isCurrentLink, siteLinks } from './siteLinks.ts';
import { useSignOut } from './useSignOut.ts';

interface NavigationDrawerProps {
  viewer: NavigationDrawer_viewer$key | null;
  isOpen: boolean;
  onClose: () => void;
}

export default function NavigationDrawer({ viewer, isOpen, onClose }: NavigationDrawerProps) {
  const user = useFragment<NavigationDrawer_viewer$key>(viewerFragment, viewer);
  const location = useLocation();

  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { className: styles.drawer, 'aria-label': 'Menu', role: 'dialog' } }}
    >
      <div className={`row between ${styles.top}`}>
        <p className={styles.heading}>{user ? `${user.firstName} ${user.lastName}` : 'Menu'}</p>
        <IconButton aria-label="Close menu" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <nav aria-label="Main">
        <ul>
          {siteLinks.map(({ label, to }) => (
            <li key={label}>
              <Link
                to={to}
                className={`row line-below text-18 medium undecorated ${styles.link}`}
                aria-current={isCurrentLink(to, location) ? 'page' : undefined}
                onClick={onClose}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`stack gap-3 ${styles.account}`}>
        {user ? (
          <UserLinks isAdmin={user.role === 'ADMIN'} onClose={onClose} />
        ) : (
          <GuestLinks onClose={onClose} />
        )}
      </div>
    </Drawer>
  );
}

const viewerFragment = graphql`
  fragment NavigationDrawer_viewer on User {
    firstName
    lastName
    role
  }
`;

function UserLinks({ isAdmin, onClose }: { isAdmin: boolean; onClose: () => void }) {
  const signOut = useSignOut();
  return (
    <>
      <ButtonLink to="/dashboard" variant="contained" onClick={onClose}>
        Dashboard
      </ButtonLink>
      <ButtonLink to="/bookings" variant="outlined" color="inherit" onClick={onClose}>
        My Bookings
      </ButtonLink>
      <ButtonLink to="/reservations" variant="outlined" color="inherit" onClick={onClose}>
        Reservations
      </ButtonLink>
      <ButtonLink to="/dashboard/listings" variant="outlined" color="inherit" onClick={onClose}>
        My Listings
      </ButtonLink>
      <ButtonLink to="/payouts" variant="outlined" color="inherit" onClick={onClose}>
        Payouts
      </ButtonLink>
      <ButtonLink to="/messages" variant="outlined" color="inherit" onClick={onClose}>
        Messages
      </ButtonLink>
      <ButtonLink to="/organizations" variant="outlined" color="inherit" onClick={onClose}>
        Organizations
      </ButtonLink>
      {isAdmin && (
        <ButtonLink to="/admin" variant="outlined" color="inherit" onClick={onClose}>
          Admin Panel
        </ButtonLink>
      )}
      <ButtonLink
        to="/dashboard?dialog=saved-searches"
        variant="outlined"
        color="inherit"
        onClick={onClose}
      >
        Saved Searches
      </ButtonLink>
      <Button variant="outlined" color="inherit" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </>
  );
}

function GuestLinks({ onClose }: { onClose: () => void }) {
  const location = useLocation();
  return (
    <>
      <ButtonLink
        to={authLink('register', location)}
        variant="contained"
        color="secondary"
        onClick={onClose}
      >
        Register Free
      </ButtonLink>
      <ButtonLink
        to={authLink('signin', location)}
        variant="outlined"
        color="inherit"
        onClick={onClose}
      >
        Sign In
      </ButtonLink>
    </>
  );
}
