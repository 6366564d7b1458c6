import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData } from 'react-router-dom';
import type { homePageLoaderQuery } from '#web/__generated__/homePageLoaderQuery.graphql.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ClosingCall } from './ClosingCall.tsx';
import { FavoriteDestinations } from './FavoriteDestinations.tsx';
import { Hero } from './Hero.tsx';
import { HomePageSkeleton } from './HomePageSkeleton.tsx';
import { homePageQuery } from './homePageLoader.ts';
import { NewAvailability } from './NewAvailability.tsx';
import { SampleTestimonials, Testimonials } from './Testimonials.tsx';
import { TopResorts } from './TopResorts.tsx';
import { SampleTrustStrip, TrustStrip } from './TrustStrip.tsx';

export { loadHomePage as loadPage } from './homePageLoader.ts';

export function Page() {
  const reference = useLoaderData<PreloadedQuery<homePageLoaderQuery>>();
  const { holdsSampleData } = useSiteFacts();
  return (
    <>
      <Hero />
      {holdsSampleData && <SampleTrustStrip />}
      <Suspense fallback={<HomePageSkeleton />}>
        <ResortSections reference={reference} />
      </Suspense>
      <FavoriteDestinations />
      {holdsSampleData ? (
        <SampleTestimonials />
      ) : (
        <Suspense fallback={null}>
          <RealTestimonials reference={reference} />
        </Suspense>
      )}
      <ClosingCall />
    </>
  );
}

interface SectionsProps {
  reference: PreloadedQuery<homePageLoaderQuery>;
}

function ResortSections({ reference }: SectionsProps) {
  const { holdsSampleData } = useSiteFacts();
  const data = useOwnedPreloadedQuery<homePageLoaderQuery>(homePageQuery, reference);
  return (
    <>
      <PageMeta
        title={`${data.site.title}: rent, buy and sell timeshare weeks`}
        description="Rent, buy and sell timeshare weeks at resorts by the sea, the slopes and the parks, directly from the people who own them."
        canonicalPath="/"
        imagePath="/pictures/hero.svg"
        preloadImages={[
          { href: '/pictures/hero-small.svg', media: '(max-width: 699px)' },
          { href: '/pictures/hero.svg', media: '(min-width: 700px)' },
        ]}
      />
      {!holdsSampleData && <TrustStrip site={data.site} />}
      <NewAvailability query={data} />
      <TopResorts query={data} />
    </>
  );
}

function RealTestimonials({ reference }: SectionsProps) {
  const { site } = useOwnedPreloadedQuery<homePageLoaderQuery>(homePageQuery, reference);
  return <Testimonials site={site} />;
}
