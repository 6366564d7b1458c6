import { Suspense } from 'react';
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router-dom';
import type { authPageLoaderQuery } from '#web/__generated__/authPageLoaderQuery.graphql.ts';
import type { SignInReason } from '../authLink.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import type { Page } from '#web/page/definePage.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { LinkTabs } from '#web/ui/layout/LinkTabs.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import styles from './AuthPage.module.css';
import {
  authPageQuery,
  loadAuthPage,
  stayToBookQuery,
  type AuthPageData,
} from './authPageLoader.ts';
import { AuthPageSkeleton } from './AuthPageSkeleton.tsx';
import { ForgotPanel } from './panels/ForgotPanel.tsx';
import { RegisterPanel } from './panels/RegisterPanel.tsx';
import { safeReturnPath } from './returnPath.ts';
import { SignInPanel } from './panels/SignInPanel.tsx';
import type { PreloadedQuery } from 'react-relay/hooks';
import type { authPageLoaderStayQuery } from '#web/__generated__/authPageLoaderStayQuery.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';

export const page: Page = { path: '/auth', load: loadAuthPage, Component: AuthPage };

function AuthPage() {
  const data = useLoaderData<AuthPageData>();
  return (
    <Suspense fallback={<AuthPageSkeleton />}>
      <Auth {...data} />
    </Suspense>
  );
}

function Auth({ reference, stay }: AuthPageData) {
  const { site } = useOwnedPreloadedQuery<authPageLoaderQuery>(authPageQuery, reference);
  const { holdsSampleData } = useSiteFacts();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mode = modeOf(params.get('mode'));
  const returnTo = params.get('returnTo');
  const reason = params.get('for');
  const pathOf = (other: Mode) => {
    const next = { mode: other, ...(returnTo && { returnTo }), ...(reason && { for: reason }) };
    return `/auth?${new URLSearchParams(next)}`;
  };
  const goOn = () => void navigate(safeReturnPath(returnTo), { replace: true });

  return (
    <AuthFrame>
      <PageMeta
        title={`${titles[mode]} | ${site.title}`}
        description={`Sign in to ${site.title}, or register for free, to rent, buy, sell and list timeshare weeks.`}
        canonicalPath={`/auth?mode=${mode}`}
      />
      {mode === 'forgot' ? (
        <ForgotPanel signInPath={pathOf('signin')} />
      ) : (
        <>
          {stay ? (
            <>
              <h1>{mode === 'register' ? 'Register to book' : 'Sign in to book'}</h1>
              <SectionBoundary message="Your stay could not be loaded" attempt={stay.reference}>
                <Suspense fallback={<Skeleton height="140px" radius="14px" />}>
                  <StayToBook {...stay} />
                </Suspense>
              </SectionBoundary>
            </>
          ) : (
            <>
              <h1>{`Join ${site.title}`}</h1>
              <p className={styles.subtitle}>
                {holdsSampleData
                  ? "The world's largest timeshare marketplace"
                  : 'Timeshare weeks from the people who own them'}
              </p>
              <Reason reason={reason} />
            </>
          )}
          <LinkTabs
            label="Sign in or register"
            tabs={(['signin', 'register'] as const).map((name) => ({
              name,
              label: titles[name],
              to: pathOf(name),
            }))}
            current={mode}
          >
            {mode === 'register' ? (
              <RegisterPanel siteTitle={site.title} isBrief={stay !== undefined} onDone={goOn} />
            ) : (
              <SignInPanel forgotPath={pathOf('forgot')} onDone={goOn} />
            )}
          </LinkTabs>
          <p className="quiet">
            By continuing you agree to our <Link to="/terms">Terms of Service</Link> and{' '}
            <Link to="/privacy">Privacy Policy</Link>.
          </p>
        </>
      )}
    </AuthFrame>
  );
}

function Reason({ reason }: { reason: string | null }) {
  const text = new Map<string | null, string>(Object.entries(reasons)).get(reason);
  return text === undefined ? null : <p className="notice pretty">{text}</p>;
}

const reasons: Record<SignInReason, string> = {
  favorite: 'Favorites belong to an account. Once you are in, we add the resort.',
  search: 'Saved searches belong to an account. Once you are in, we save it and take you back.',
  review: 'Reviews are signed by members. Once you are in, you can write yours.',
  report: 'Reports come from members. Once you are in, you are back at the review.',
};

const titles = { signin: 'Sign In', register: 'Register', forgot: 'Forgot Password' } as const;

type Mode = keyof typeof titles;

const modeOf = (text: string | null): Mode =>
  text === 'register' || text === 'forgot' ? text : 'signin';

interface StayToBookProps {
  reference: PreloadedQuery<authPageLoaderStayQuery>;
  checkIn: string;
  checkOut: string;
}

function StayToBook({ reference, checkIn, checkOut }: StayToBookProps) {
  const { node } = useOwnedPreloadedQuery<authPageLoaderStayQuery>(stayToBookQuery, reference);
  if (!node?.resort) return null;
  const { resort, quote } = node;
  return (
    <section className={styles.stay} aria-label="Your stay">
      <img src={resort.imageUrl} alt="" width="120" height="80" />
      <div>
        <h2>{resort.name}</h2>
        <p>{resort.location}</p>
        <p>
          <strong>{formatStay(checkIn, checkOut)}</strong>
        </p>
        {quote && (
          <>
            <p>
              {plural(quote.nights, 'night')} · <strong>{quote.total.formatted}</strong> in all
            </p>
            <p className="soft">{quote.cancellation}</p>
          </>
        )}
      </div>
    </section>
  );
}
