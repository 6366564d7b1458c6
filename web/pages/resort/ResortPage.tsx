import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData, useParams } from 'react-router-dom';
import type { resortPageLoaderQuery } from '../../__generated__/resortPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageMeta } from '../../components/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { RecentReviews } from './RecentReviews.tsx';
import { ResortAbout } from './ResortAbout.tsx';
import { ResortAmenities } from './ResortAmenities.tsx';
import { ResortHero } from './ResortHero.tsx';
import { ResortMeta } from './ResortMeta.tsx';
import styles from './ResortPage.module.css';
import { resortPageQuery } from './resortPageLoader.ts';
import { ResortPageSkeleton } from './ResortPageSkeleton.tsx';
import { ResortSideCard } from './ResortSideCard.tsx';

export { loadResortPage as loadPage } from './resortPageLoader.ts';

export function Page() {
  const reference = useLoaderData<PreloadedQuery<resortPageLoaderQuery>>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<ResortPageSkeleton />}>
      <ResortScreen reference={reference} />
    </Suspense>
  );
}

interface ResortScreenProps {
  reference: PreloadedQuery<resortPageLoaderQuery>;
}

function ResortScreen({ reference }: ResortScreenProps) {
  const { site, resort } = useOwnedPreloadedQuery<resortPageLoaderQuery>(
    resortPageQuery,
    reference,
  );
  if (!resort) return <ResortNotFound siteTitle={site.title} />;
  return (
    <>
      <ResortMeta resort={resort} siteTitle={site.title} />
      <ResortHero resort={resort} />
      <div className={`content ${styles.columns}`}>
        <div>
          <ResortAbout resort={resort} />
        </div>
        <ResortSideCard resort={resort} site={site} />
        <div>
          <ResortAmenities resort={resort} />
          <RecentReviews resort={resort} />
        </div>
      </div>
    </>
  );
}

interface ResortNotFoundProps {
  siteTitle: string;
}

function ResortNotFound({ siteTitle }: ResortNotFoundProps) {
  return (
    <>
      <PageMeta title={`Resort not found | ${siteTitle}`} status={404} />
      <EmptyState
        headingLevel="h1"
        title="Resort not found"
        action={
          <ButtonLink to="/search" variant="contained">
            Browse Resorts
          </ButtonLink>
        }
      >
        <p>The resort you&apos;re looking for doesn&apos;t exist.</p>
      </EmptyState>
    </>
  );
}
