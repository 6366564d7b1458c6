import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData } from 'react-router-dom';
import type { homePageLoaderQuery } from '../../__generated__/homePageLoaderQuery.graphql.ts';
import { PageMeta } from '../../shell/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { ClosingCall } from './ClosingCall.tsx';
import { FavoriteDestinations } from './FavoriteDestinations.tsx';
import { Hero } from './Hero.tsx';
import { HomePageSkeleton } from './HomePageSkeleton.tsx';
import { homePageQuery } from './homePageLoader.ts';
import { NewAvailability } from './NewAvailability.tsx';
import { Testimonials } from './Testimonials.tsx';
import { TopResorts } from './TopResorts.tsx';
import { TrustStrip } from './TrustStrip.tsx';

export { loadHomePage as loadPage } from './homePageLoader.ts';

export function Page() {
  const reference = useLoaderData<PreloadedQuery<homePageLoaderQuery>>();
  return (
    <>
      <Hero />
      <TrustStrip />
      <Suspense fallback={<HomePageSkeleton />}>
        <ResortSections reference={reference} />
      </Suspense>
      <FavoriteDestinations />
      <Testimonials />
      <ClosingCall />
    </>
  );
}

interface ResortSectionsProps {
  reference: PreloadedQuery<homePageLoaderQuery>;
}

function ResortSections({ reference }: ResortSectionsProps) {
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
      <NewAvailability query={data} />
      <TopResorts query={data} />
    </>
  );
}
