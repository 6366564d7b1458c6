import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { ResortFactsTestQuery } from '#web/__generated__/ResortFactsTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { misshapen, structuredData } from '#web/testing/schemaOrg.ts';
import { ResortFacts } from './ResortFacts.tsx';
import { ResortMeta } from './ResortMeta.tsx';

function Facts() {
  const { site, resort } = useLazyLoadQuery<ResortFactsTestQuery>(
    graphql`
      query ResortFactsTestQuery @relay_test_operation {
        site {
          title
          ...ResortFacts_site
        }
        resort(id: "surf-club") {
          ...ResortMeta_resort
          ...ResortFacts_resort
          weeks {
            edges {
              node {
                ...ResortFacts_weeks
              }
            }
          }
        }
      }
    `,
    {},
  );
  if (!resort) return null;
  return (
    <>
      <ResortMeta resort={resort} siteTitle={site.title} />
      <ResortFacts resort={resort} site={site} weeks={resort.weeks.edges.map(({ node }) => node)} />
    </>
  );
}

function renderFacts(site: object, resort: object = {}) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Site: () => site,
      Resort: () => ({
        databaseId: 'surf-club',
        name: 'Surf </script> Club',
        location: 'Palm Beach, Aruba',
        destination: 'Aruba & more',
        amenities: ['Pool', 'Beach'],
        rating: 4.3,
        reviewCount: 12,
        priceMin: { amount: 12_000 },
        priceMax: { amount: 34_000 },
        latitude: 12.5,
        longitude: -70,
        ...resort,
      }),
      Review: () => ({ rating: 4, createdAt: '2027-01-02T03:04:05.000Z' }),
      Listing: () => ({
        databaseId: 'week',
        title: 'A week by the reef',
        maxGuests: 4,
        bedrooms: 0,
        freeStays: [
          {
            checkIn: '2027-06-05',
            checkOut: '2027-06-12',
            total: { amount: 140_050, currency: 'USD' },
          },
        ],
      }),
    }),
  );
  renderWithRelay(<Facts />, { environment });
  return structuredData();
}

it('has the shapes of schema.org: resort, offers with the price in all, reviews and breadcrumbs', () => {
  const [trail = {}, resort = {}, ...others] = renderFacts({ holdsSampleData: false });
  expect(others).toEqual([]);
  expect([...misshapen(trail), ...misshapen(resort)]).toEqual([]);
  const { origin } = window.location;
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, item: `${origin}/search` },
      { position: 2, name: 'Aruba & more', item: `${origin}/search?q=Aruba+%26+more` },
      { position: 3, name: 'Surf </script> Club', item: `${origin}/resort/surf-club` },
    ],
  });
  expect(resort).toMatchObject({
    '@type': 'Resort',
    url: `${origin}/resort/surf-club`,
    image: `${origin}/media/previews/resort/surf-club.jpg`,
    aggregateRating: { ratingValue: 4.3, reviewCount: 12 },
    review: [{ '@type': 'Review', reviewRating: { ratingValue: 4 } }],
    makesOffer: [
      {
        '@type': 'Offer',
        price: 1400.5,
        priceCurrency: 'USD',
        url: `${origin}/resort/surf-club?from=2027-06-05&to=2027-06-12&week=week`,
        itemOffered: { '@type': 'Accommodation', numberOfBedrooms: 0 },
      },
    ],
  });
});

it('has no sample ratings and offers, and no rating without reviews', () => {
  const [, sample = {}] = renderFacts({ holdsSampleData: true });
  expect(misshapen(sample)).toEqual([]);
  expect(Object.keys(sample)).not.toEqual(expect.arrayContaining(['aggregateRating']));
  expect(sample).not.toHaveProperty('makesOffer');
  expect(sample).not.toHaveProperty('review');
});

it('has no rating before the first review', () => {
  const [, resort = {}] = renderFacts({ holdsSampleData: false }, { reviewCount: 0 });
  expect(misshapen(resort)).toEqual([]);
  expect(resort).not.toHaveProperty('aggregateRating');
  expect(resort).toHaveProperty('makesOffer');
});
