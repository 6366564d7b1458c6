import { Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import type { HomePageQuery } from '#web/__generated__/HomePageQuery.graphql.ts';
import { definePage, type FrameProps, type PageProps } from '#web/page/definePage.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { narrow } from '#web/styles/widths.ts';
import { FavoriteDestinations } from './FavoriteDestinations.tsx';
import { Hero } from './Hero.tsx';
import { NewAvailability, NewAvailabilitySection } from './NewAvailability.tsx';
import { SampleTestimonials, Testimonials } from './Testimonials.tsx';
import { TopResorts, TopResortsSection } from './TopResorts.tsx';
import { SampleTrustStrip, TrustStrip } from './TrustStrip.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import styles from './ClosingCall.module.css';
import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';

const query = graphql`
  query HomePageQuery {
    ...AppShell_query
    site {
      ...TrustStrip_site
      ...Testimonials_site
    }
    ...NewAvailability_query
    ...TopResorts_query
  }
`;

export const page = definePage<HomePageQuery>({
  path: '/',
  access: 'everyone',
  query,
  frame: HomeFrame,
  skeleton: <HomePageSkeleton />,
  component: ResortSections,
});

function HomeFrame({ children, reference }: FrameProps<HomePageQuery>) {
  const { holdsSampleData } = useSiteFacts();
  return (
    <>
      <Hero />
      {holdsSampleData && <SampleTrustStrip />}
      {children}
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

function ResortSections({ data }: PageProps<HomePageQuery>) {
  const { title, holdsSampleData } = useSiteFacts();
  return (
    <>
      <PageMeta
        title={`${title}: rent, buy and sell timeshare weeks`}
        description="Rent, buy and sell timeshare weeks at resorts by the sea, the slopes and the parks, directly from the people who own them."
        canonicalPath="/"
        imagePath="/pictures/hero.svg"
        preloadImages={[
          { href: '/pictures/hero-small.svg', media: narrow },
          { href: '/pictures/hero.svg', media: `not all and ${narrow}` },
        ]}
      />
      {!holdsSampleData && <TrustStrip site={data.site} />}
      <NewAvailability query={data} />
      <TopResorts query={data} />
    </>
  );
}

function RealTestimonials({ reference }: Pick<PageProps<HomePageQuery>, 'reference'>) {
  const { site } = useOwnedPreloadedQuery<HomePageQuery>(query, reference);
  return <Testimonials site={site} />;
}

function ClosingCall() {
  const { holdsSampleData } = useSiteFacts();
  return (
    <section className={`content ${styles.call}`} aria-labelledby="closing-call">
      <div className={styles.panel}>
        <h2 id="closing-call">
          {holdsSampleData
            ? 'Join the most trusted Timeshare community'
            : 'Your next week away begins here'}
        </h2>
        <ButtonLink to="/auth?mode=register" variant="main" size="large">
          Register for free!
        </ButtonLink>
        <p className={`pill on-teal text-15-5 ${styles.note}`}>
          No credit card required • Instant access • Cancel anytime
        </p>
      </div>
    </section>
  );
}

function HomePageSkeleton() {
  return (
    <>
      <NewAvailabilitySection>
        <ResortGrid onPhones="row" isLarge isPlaceholder>
          {Array.from({ length: 3 }, (_, index) => (
            <ResortCardSkeleton key={index} />
          ))}
        </ResortGrid>
      </NewAvailabilitySection>
      <TopResortsSection>
        <ResortGrid onPhones="row" isPlaceholder>
          {Array.from({ length: 8 }, (_, index) => (
            <ResortCardSkeleton key={index} />
          ))}
        </ResortGrid>
      </TopResortsSection>
    </>
  );
}
