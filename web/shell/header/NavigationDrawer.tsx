import { memberLinks } from './memberLinks.ts';
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
        {user ? <UserLinks role={user.role} onClose={onClose} /> : <GuestLinks onClose={onClose} />}
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

const savedSearches = { label: 'Saved Searches', to: '/dashboard?dialog=saved-searches' };

function UserLinks({ role, onClose }: { role: string; onClose: () => void }) {
  const signOut = useSignOut();
  return (
    <>
      {[...memberLinks(role), savedSearches].map(({ label, to }, index) => (
        <ButtonLink
          key={label}
          to={to}
          variant={index === 0 ? 'contained' : 'outlined'}
          color={index === 0 ? 'primary' : 'inherit'}
          onClick={onClose}
        >
          {label}
        </ButtonLink>
      ))}
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
      <ButtonLink to={authLink('register', location)} variant="main" onClick={onClose}>
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
