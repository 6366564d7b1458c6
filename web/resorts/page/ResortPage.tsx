import { lazy, Suspense } from 'react';
import { Navigate, useLoaderData, useLocation, useParams } from 'react-router-dom';
import type { resortPageLoaderQuery } from '#web/__generated__/resortPageLoaderQuery.graphql.ts';
import { signInFor } from '#web/accounts/authLink.ts';
import type { Page } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { BookBar } from './booking/BookBar.tsx';
import { ChosenStay } from './booking/ChosenStay.tsx';
import { OwnHolds, OwnHoldsOf } from '#web/bookings/holds/OwnHold.tsx';
import { RecentReviews } from './reviews/RecentReviews.tsx';
import { ResortAbout, ResortPictures, ResortAmenities } from './about/ResortAbout.tsx';
import { ResortHero } from './about/ResortHero.tsx';
import { ResortMeta } from './ResortMeta.tsx';
import styles from './ResortPage.module.css';
import { loadResortPage, resortPageQuery, type ResortPageData } from './resortPageLoader.ts';
import { ResortPlace } from './about/ResortPlace.tsx';
import { ResortSideCard } from './booking/ResortSideCard.tsx';
import { SimilarResorts } from './about/SimilarResorts.tsx';
import { useResortView } from './useResortView.ts';
import { WeeksSection } from './weeks/WeeksSection.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';

const AllReviewsDialog = lazy(() => import('./reviews/AllReviewsDialog.tsx'));
const ReviewDialog = lazy(() => import('./reviews/ReviewDialog.tsx'));
const StayDialog = lazy(() => import('#web/reviews/StayDialog.tsx'));

export const page: Page = {
  path: ['/resort/:id', '/resorts/:id'],
  load: loadResortPage,
  Component: ResortPage,
};

function ResortPage() {
  const data = useLoaderData<ResortPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<ResortPageSkeleton />}>
      <ResortScreen {...data} />
    </Suspense>
  );
}

function ResortScreen({ reference, weeks, stay, similar, reviews, reviewed }: ResortPageData) {
  const { site, resort, viewer } = useOwnedPreloadedQuery<resortPageLoaderQuery>(
    resortPageQuery,
    reference,
  );
  const { view } = useResortView();
  const { pathname, search } = useLocation();
  if (!resort) return <ResortNotFound siteTitle={site.title} />;
  if (view.dialog && view.dialog !== 'reviews' && !viewer) {
    return <Navigate to={signInFor('review', pathname + search)} replace />;
  }
  return (
    <OwnHoldsOf resortId={resort.databaseId} isSignedIn={viewer != null}>
      <ResortMeta resort={resort} siteTitle={site.title} />
      <ResortHero resort={resort} />
      <ResortPictures resort={resort} />
      <div className={`content ${styles.columns}`}>
        <div>
          <OwnHolds label="Nights you are holding" />
          <ResortAbout resort={resort} />
        </div>
        <ResortSideCard resort={resort} stay={stay && <ChosenStay reference={stay} />} />
        <div>
          <WeeksSection resortId={resort.databaseId} reference={weeks} facts={{ resort, site }} />
          <ResortAmenities resort={resort} />
          <ResortPlace resort={resort} site={site} />
          <RecentReviews resort={resort} ownReviewIds={idsOf(viewer)} isSignedIn={viewer != null} />
        </div>
      </div>
      <div className={styles.below}>
        <SectionBoundary message="Similar resorts could not be loaded" attempt={similar}>
          <Suspense fallback={null}>
            <SimilarResorts reference={similar} />
          </Suspense>
        </SectionBoundary>
      </div>
      <BookBar resort={resort} reference={stay} />
      <ResortDialogs resort={resort} viewer={viewer} reviews={reviews} reviewed={reviewed} />
    </OwnHoldsOf>
  );
}

interface ResortDialogsProps {
  resort: NonNullable<resortPageLoaderQuery['response']['resort']>;
  viewer: resortPageLoaderQuery['response']['viewer'];
  reviews: ResortPageData['reviews'];
  reviewed: ResortPageData['reviewed'];
}

/** Separate from the page, since it renders again right after hydration. */
function ResortDialogs({ resort, viewer, reviews, reviewed }: ResortDialogsProps) {
  const { id: pageId } = useParams();
  const { view, show, closeDialog } = useResortView();
  const isHydrated = useHydrated();
  const dialog = isHydrated ? view.dialog : undefined;
  const seen = useSeen(dialog);
  return (
    <Suspense fallback={null}>
      {seen.includes('reviews') && (
        <AllReviewsDialog
          reference={reviews}
          resortName={resort.name}
          sort={view.sort}
          onSort={(sort) => show({ sort }, { replace: true })}
          isOpen={dialog === 'reviews'}
          onClose={closeDialog}
          focusAfter={() => document.getElementById('all-reviews')}
          ownReviewIds={idsOf(viewer)}
          isSignedIn={viewer != null}
        />
      )}
      {viewer && seen.includes('write') && (
        <ReviewDialog
          resort={resort}
          viewer={viewer}
          isOpen={dialog === 'write'}
          onClose={closeDialog}
          focusAfter={() => document.getElementById('write-review')}
        />
      )}
      {(['stay', 'answer'] as const).map(
        (kind) =>
          viewer &&
          seen.includes(kind) && (
            <StayDialog
              key={kind}
              kind={kind}
              reference={reviewed}
              pageId={pageId}
              isOpen={dialog === kind}
              onClose={closeDialog}
              focusAfter={() => document.getElementById('write-review')}
            />
          ),
      )}
    </Suspense>
  );
}

const idsOf = (viewer: ResortDialogsProps['viewer']): string[] =>
  viewer?.reviewsOf.map(({ id }) => id) ?? [];

function ResortNotFound({ siteTitle }: { siteTitle: string }) {
  return (
    <NotFound
      title="Resort not found"
      description={`${siteTitle} has no such resort. Browse all resorts by place, name or brand instead.`}
      link={{ to: '/search', label: 'Browse Resorts' }}
      text="The resort you're looking for doesn't exist."
    />
  );
}

function ResortPageSkeleton() {
  return (
    <div>
      <div className="visuallyHidden" role="status">
        <h1>Loading the resort…</h1>
      </div>
      <div aria-hidden="true">
        <Skeleton height="clamp(400px, 40vw, 600px)" radius="0" />
        <div className={`content ${styles.columns}`}>
          <div>
            <Skeleton width="220px" height="28px" />
            <div className={styles.block}>
              <Skeleton width="160px" height="36px" />
              <br />
              <Skeleton height="110px" />
            </div>
          </div>
          <div className={styles.side}>
            <Skeleton height="360px" radius="24px" />
          </div>
          <div>
            <div className={styles.block}>
              <Skeleton width="200px" height="36px" />
              <br />
              <div className="stack gap-4">
                <Skeleton height="180px" radius="14px" />
                <Skeleton height="180px" radius="14px" />
                <Skeleton height="180px" radius="14px" />
              </div>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
