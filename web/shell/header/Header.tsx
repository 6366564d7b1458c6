import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { lazy, Suspense, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { Header_query$key } from '#web/__generated__/Header_query.graphql.ts';
import { authLink } from '#web/accounts/authLink.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import styles from './Header.module.css';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { Logo } from '../Logo.tsx';
import { isCurrentLink, siteLinks } from './siteLinks.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import type { Header_userMenu$key } from '#web/__generated__/Header_userMenu.graphql.ts';
import userMenuStyles from './UserMenu.module.css';

const loadNavigationDrawer = () => import('./NavigationDrawer.tsx');
const NavigationDrawer = lazy(loadNavigationDrawer);
const loadSiteSearch = () => import('#web/search/finder/SiteSearch.tsx');
const SiteSearch = lazy(loadSiteSearch);

/** Pages with their own search. */
const searching = ['/', '/search'];

export function Header({ query }: { query: Header_query$key }) {
  const data = useFragment<Header_query$key>(
    graphql`
      fragment Header_query on Query {
        site {
          title
        }
        viewer {
          unreadThreadCount
          ...Header_userMenu
          ...NavigationDrawer_viewer
        }
      }
    `,
    query,
  );
  const location = useLocation();
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused');
  const [isSearching, setIsSearching] = useState(false);
  const viewer = data.viewer ?? null;

  return (
    <header className={`sticky line-below on-paper ${styles.header}`}>
      <div className={`content row gap-5 row-gap-0 between ${styles.row}`}>
        <Logo title={data.site?.title ?? 'Tideweek'} />
        <nav className={styles.links} aria-label="Main">
          <ul className="flex gap-1">
            {siteLinks.map(({ label, to }) => (
              <li key={label}>
                <Link
                  className="row relative pill medium undecorated"
                  to={to}
                  aria-current={isCurrentLink(to, location) ? 'page' : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`row gap-2 ${styles.tools}`}>
          {!searching.includes(location.pathname) && (
            <IconButton
              aria-label="Find a week"
              aria-haspopup="dialog"
              aria-expanded={isSearching}
              onPointerEnter={() => void loadSiteSearch()}
              onClick={() => setIsSearching(true)}
            >
              <Icon name="search" size={24} />
            </IconButton>
          )}
          {viewer ? (
            <>
              <MessagesLink unread={viewer.unreadThreadCount} />
              <UserMenu viewer={viewer} />
            </>
          ) : (
            <div className={`flex gap-1 ${styles.account}`}>
              <ButtonLink to={authLink('signin', location)} color="inherit">
                Sign In
              </ButtonLink>
              <ButtonLink to={authLink('register', location)} variant="main">
                Register Free
              </ButtonLink>
            </div>
          )}
        </div>
        <div className={styles.menuButton}>
          <IconButton
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={drawer === 'open'}
            onPointerEnter={() => void loadNavigationDrawer()}
            onClick={() => setDrawer('open')}
          >
            <Icon name="menu" size={26} />
          </IconButton>
        </div>
      </div>
      {isSearching && (
        <Suspense fallback={null}>
          <SiteSearch onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
      {drawer !== 'unused' && (
        <Suspense fallback={null}>
          <NavigationDrawer
            viewer={viewer}
            isOpen={drawer === 'open'}
            onClose={() => setDrawer('closed')}
          />
        </Suspense>
      )}
    </header>
  );
}

function MessagesLink({ unread }: { unread: number }) {
  return (
    <Link
      to="/messages"
      className={`iconButton relative ${styles.messages}`}
      aria-label={unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
    >
      <Icon name="chat" size={24} />
      {unread > 0 && <span className="absolute pill white text-center">{unread}</span>}
    </Link>
  );
}

const loadUserMenuList = () => import('./UserMenuList.tsx');
const UserMenuList = lazy(loadUserMenuList);

function UserMenu({ viewer }: { viewer: Header_userMenu$key }) {
  const data = useFragment<Header_userMenu$key>(
    graphql`
      fragment Header_userMenu on User {
        firstName
        ...UserMenuList_viewer
      }
    `,
    viewer,
  );
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  return (
    <div className={userMenuStyles.menu}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="user" size={20} />}
        endIcon={<Icon name="arrowDown" size={18} />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadUserMenuList()}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setIsOpen(true);
        }}
      >
        <span className={`clip ellipsis ${userMenuStyles.name}`}>{data.firstName}</span>
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <UserMenuList
            viewer={data}
            anchor={anchor}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
