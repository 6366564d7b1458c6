import { Suspense, useCallback, useEffect, type ReactNode } from 'react';
import {
  fetchQuery,
  useRelayEnvironment,
  useSubscribeToInvalidationState,
} from 'react-relay/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { sectionCountLoaderQuery } from '#web/__generated__/sectionCountLoaderQuery.graphql.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import { onMutation } from '#web/relay/runMutation.ts';
import { FailureBoundary } from '#web/page/FailureBoundary.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import styles from './AdminFrame.module.css';
import { adminSections } from './adminSections.ts';
import { GlobalSearch } from '../search/GlobalSearch.tsx';
import { sectionCountQuery } from './sectionCountLoader.ts';
import { formatCount } from '#common/numbers.ts';
import type { TaskKind } from '../tasks/taskWords.ts';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';

interface AdminFrameProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function AdminFrame({ title, subtitle, actions, children }: AdminFrameProps) {
  const { pathname } = useLocation();
  const isHydrated = useHydrated();
  useFreshCounts();
  return (
    <div className={`stack gap-6 full ${styles.page}`}>
      <div className={styles.bar}>
        <GlobalSearch />
        <nav className={`tide-icons side-links ${styles.sections}`} aria-label="Administration">
          <ul>
            {adminSections.map(({ label, path, icon, tasks }) => (
              <li key={path}>
                <Link
                  className={styles.section}
                  to={path}
                  ref={isWithin(pathname, path) ? keepInMiddle : undefined}
                  aria-current={isWithin(pathname, path) ? 'page' : undefined}
                >
                  <Icon name={icon} size={20} />
                  {label}
                  {tasks && isHydrated && (
                    <FailureBoundary fallback={() => null}>
                      {() => (
                        <Suspense fallback={null}>
                          <SectionCount {...tasks} />
                        </Suspense>
                      )}
                    </FailureBoundary>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="sections shrink">
        <header className={`cluster gap-4 at-bottom between ${styles.heading}`}>
          <div>
            <h1>{title}</h1>
            {subtitle !== undefined && <p className="margin-top-1 soft">{subtitle}</p>}
          </div>
          {actions !== undefined && <div className="cluster gap-3">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

/** Refetches the waiting tasks after each mutation, and whenever a screen invalidates the store. */
function useFreshCounts(): void {
  const environment = useRelayEnvironment();
  const fetchCounts = useCallback(() => {
    const options = { fetchPolicy: 'network-only' } as const;
    fetchQuery<sectionCountLoaderQuery>(environment, sectionCountQuery, {}, options).subscribe({
      // On failure, the previous counts stay.
      error: () => undefined,
    });
  }, [environment]);
  useSubscribeToInvalidationState([], fetchCounts);
  useEffect(() => onMutation(environment, fetchCounts), [environment, fetchCounts]);
}

/**
 * On phones, keeps a link in the middle of the scrolling row of sections, without moving the page,
 * even when the counts of tasks widen the row.
 */
function keepInMiddle(link: HTMLElement | null): (() => void) | undefined {
  const bar = link?.closest('nav');
  if (!link || !bar) return undefined;
  const observer = new ResizeObserver(() => {
    const [at, whole] = [link.getBoundingClientRect(), bar.getBoundingClientRect()];
    bar.scrollLeft += at.left + at.width / 2 - (whole.left + whole.width / 2);
  });
  for (const section of bar.querySelectorAll('li')) observer.observe(section);
  return () => observer.disconnect();
}

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`));

interface SectionCountProps {
  kinds: readonly TaskKind[];
  /** The counted state: 'waiting' or 'failed'. */
  word: string;
}

function SectionCount({ kinds, word }: SectionCountProps) {
  const { adminTasks } = useStoredFirst<sectionCountLoaderQuery>(sectionCountQuery);
  const counts = (adminTasks?.queue ?? [])
    .filter(({ kind }) => kinds.some((own) => own === kind))
    .map(({ count }) => count);
  const value = counts.reduce((sum, count) => sum + count.value, 0);
  const isCapped = counts.some((count) => count.isCapped);
  if (value === 0) return null;
  return (
    <>
      <span className="visuallyHidden">
        , {isCapped && 'more than '}
        {formatCount(value)} {word}
      </span>
      <span
        className={`pill ink text-13 digits text-center ${styles.count}`}
        data-word={word}
        aria-hidden="true"
      >
        {value > mostShown ? `${mostShown}+` : value}
      </span>
    </>
  );
}

const mostShown = 99;

export function AdminSkeleton({ title }: { title: string }) {
  return (
    <AdminFrame title={title}>
      <div aria-hidden="true" style={{ display: 'grid', gap: 'var(--space-5)' }}>
        <Skeleton width="100%" height="96px" radius="24px" />
        <Skeleton width="100%" height="420px" radius="24px" />
      </div>
    </AdminFrame>
  );
}

interface AdminNotFoundProps {
  title: string;
  /** Noun of the missing object. Defaults to the title. */
  what?: string;
  /** Path of the list, and the label of the link to it. */
  to: string;
  label: string;
  children: ReactNode;
}

export function AdminNotFound({ title, what = title, to, label, children }: AdminNotFoundProps) {
  const site = useSiteFacts();
  return (
    <AdminFrame title={title}>
      <PageMeta title={`${what} not found | ${site.title}`} status={404} />
      <EmptyState title={`${what} not found`} link={{ to, label }} text={children} />
    </AdminFrame>
  );
}
