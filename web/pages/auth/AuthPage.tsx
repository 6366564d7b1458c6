import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense } from 'react';
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router-dom';
import type { authPageLoaderQuery } from '../../__generated__/authPageLoaderQuery.graphql.ts';
import { PageMeta } from '../../components/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import styles from './AuthPage.module.css';
import { authPageQuery, type AuthPageData } from './authPageLoader.ts';
import { AuthPageSkeleton } from './AuthPageSkeleton.tsx';
import { RegisterPanel } from './RegisterPanel.tsx';
import { safeReturnPath } from './returnPath.ts';
import { SignInPanel } from './SignInPanel.tsx';

export { loadAuthPage as loadPage } from './authPageLoader.ts';

export function Page() {
  const data = useLoaderData<AuthPageData>();
  return (
    <Suspense fallback={<AuthPageSkeleton />}>
      <Auth {...data} />
    </Suspense>
  );
}

function Auth({ reference }: AuthPageData) {
  const { site } = useOwnedPreloadedQuery<authPageLoaderQuery>(authPageQuery, reference);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mode = params.get('mode') === 'register' ? 'register' : 'signin';
  const returnTo = params.get('returnTo');
  const goOn = () => void navigate(safeReturnPath(returnTo), { replace: true });

  return (
    <div className={styles.page}>
      <PageMeta
        title={`${mode === 'register' ? 'Register' : 'Sign In'} | ${site.title}`}
        description={`Sign in to ${site.title}, or register for free.`}
        canonicalPath={`/auth?mode=${mode}`}
      />
      <div className={styles.picture} aria-hidden="true">
        <img src="/pictures/hero-small.svg" alt="" width="900" height="1100" />
      </div>
      <div className={styles.panel}>
        <h1>Join {site.title}</h1>
        <p className={styles.subtitle}>The world&apos;s largest timeshare marketplace</p>
        <Tabs value={mode} variant="fullWidth" aria-label="Sign in or register">
          {(['signin', 'register'] as const).map((tab) => (
            <Tab
              key={tab}
              id={`tab-${tab}`}
              value={tab}
              label={tab === 'signin' ? 'Sign In' : 'Register'}
              aria-controls="auth-panel"
              component={Link}
              to={`/auth?${new URLSearchParams({ mode: tab, ...(returnTo ? { returnTo } : {}) })}`}
              replace
              preventScrollReset
            />
          ))}
        </Tabs>
        <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${mode}`}>
          {mode === 'register' ? (
            <RegisterPanel siteTitle={site.title} onDone={goOn} />
          ) : (
            <SignInPanel onDone={goOn} />
          )}
        </div>
        <p className={styles.terms}>
          By continuing you agree to our Terms of Service and Privacy Policy.
        </p>
      </div>
    </div>
  );
}
