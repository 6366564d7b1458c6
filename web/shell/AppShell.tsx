import { Suspense, useEffect, useMemo, useRef } from 'react';
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay/hooks';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  type Location,
} from 'react-router-dom';
import type { AppShell_query$key } from '../__generated__/AppShell_query.graphql.ts';
import type { AppShellQuery } from '../__generated__/AppShellQuery.graphql.ts';
import styles from './AppShell.module.css';
import { FavoritesProvider } from '../resorts/favorites/Favorites.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './header/Header.tsx';
import { SiteFactsContext } from '../page/siteFacts.ts';
import { Toasts } from '../ui/feedback/Toasts.tsx';
import { useNextLocation } from '../page/useNextLocation.ts';

/** The frame around every page. Its data is part of each page's query, so it sends no request. */
export function AppShell() {
  const root = useLazyLoadQuery<AppShellQuery>(
    graphql`
      query AppShellQuery {
        ...AppShell_query
      }
    `,
    {},
    { fetchPolicy: 'store-only' },
  );
  const data = useFragment<AppShell_query$key>(
    graphql`
      fragment AppShell_query on Query {
        site {
          title
          holdsSampleData
          takesPayments
          certificateLeadDays
        }
        ...Favorites_query
        ...Header_query
        ...Footer_query
      }
    `,
    root,
  );
  const {
    title = 'Tideweek',
    holdsSampleData = false,
    takesPayments = true,
    certificateLeadDays = 14,
  } = data.site ?? {};
  const facts = useMemo(
    () => ({ title, holdsSampleData, takesPayments, certificateLeadDays }),
    [title, holdsSampleData, takesPayments, certificateLeadDays],
  );
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);

  return (
    <>
      <a
        className={`pill white semibold ${styles.skip}`}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <RouteProgress />
      {holdsSampleData && (
        <aside
          className={`cluster to-middle on-sun text-14 text-center ${styles.sample}`}
          aria-label="About this site"
        >
          <strong>Sample data</strong>
          <span className={styles.sampleDetail}>
            Resort names and places are real; ratings, reviews, prices and pictures are invented.
          </span>
        </aside>
      )}
      <Header query={data} />
      <main id="main" ref={main} tabIndex={-1} className={`flex column grow ${styles.main}`}>
        <FavoritesProvider query={data}>
          <SiteFactsContext value={facts}>
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </SiteFactsContext>
        </FavoritesProvider>
      </main>
      <Footer query={data} />
      <Toasts />
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}

/** The first page of every document has the same key, so its URL identifies it instead. */
const placeOf = ({ key, pathname, search, hash }: Location): string =>
  key === 'default' ? pathname + search + hash : key;

function useFocusOnNavigation(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

function RouteProgress() {
  const { key } = useLocation();
  const { next } = useNextLocation();
  const isMoving = useNavigation().state !== 'idle' || next.key !== key;
  return isMoving ? (
    <div className={styles.progress} role="progressbar" aria-label="Loading page" />
  ) : null;
}
