import { graphql, useFragment } from 'react-relay/hooks';
import type {
  ResortFacts_resort$data,
  ResortFacts_resort$key,
} from '#web/__generated__/ResortFacts_resort.graphql.ts';
import type { ResortFacts_site$key } from '#web/__generated__/ResortFacts_site.graphql.ts';
import type {
  ResortFacts_weeks$data,
  ResortFacts_weeks$key,
} from '#web/__generated__/ResortFacts_weeks.graphql.ts';
import { previewPath } from '#web/pictures/previewPath.ts';
import { JsonLd } from '#web/page/JsonLd.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { resortViewSearch } from './resortAddress.ts';

export interface ResortFactsProps {
  resort: ResortFacts_resort$key;
  site: ResortFacts_site$key;
  weeks: ResortFacts_weeks$key;
}

/** Leaves out sample ratings and offers: search engines would take them as real. */
export function ResortFacts({ resort, site, weeks }: ResortFactsProps) {
  const { holdsSampleData } = useFragment<ResortFacts_site$key>(siteFragment, site);
  const data = useFragment<ResortFacts_resort$key>(resortFragment, resort);
  const offered = useFragment<ResortFacts_weeks$key>(weeksFragment, weeks);
  const { latitude, longitude } = data;
  const [lowPrice, highPrice] = [data.priceMin.amount / 100, data.priceMax.amount / 100];
  const path = `/resort/${data.databaseId}`;
  return (
    <JsonLd
      value={{
        '@type': 'Resort',
        '@id': path,
        url: path,
        name: data.name,
        brand: { '@type': 'Brand', name: data.brand },
        description: data.description,
        image: previewPath('resort', data.databaseId),
        address: data.location,
        priceRange: `$${lowPrice} - $${highPrice}`,
        amenityFeature: data.amenities.map((name) => ({
          '@type': 'LocationFeatureSpecification',
          name,
          value: true,
        })),
        ...(latitude != null &&
          longitude != null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
        ...(!holdsSampleData && { ...ratingsOf(data), makesOffer: offered.flatMap(offersOf) }),
      }}
    />
  );

  function offersOf({ databaseId, title, maxGuests, bedrooms, freeStays }: Week): object[] {
    return freeStays.map(({ checkIn, checkOut, total }) => ({
      '@type': 'Offer',
      name: `${title}, ${formatStay(checkIn, checkOut)}`,
      url: `${path}${resortViewSearch({
        stay: { from: checkIn, to: checkOut, guests: null, listing: databaseId },
      })}`,
      price: total.amount / 100,
      priceCurrency: total.currency,
      availability: 'https://schema.org/InStock',
      validThrough: checkIn,
      itemOffered: {
        '@type': 'Accommodation',
        name: title,
        occupancy: { '@type': 'QuantitativeValue', maxValue: maxGuests },
        ...(bedrooms != null && { numberOfBedrooms: bedrooms }),
      },
    }));
  }
}

type Week = ResortFacts_weeks$data[number];

const ratingsOf = ({ rating, reviewCount, reviews }: ResortFacts_resort$data) =>
  reviewCount > 0 && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating,
      reviewCount,
      bestRating: 5,
      worstRating: 1,
    },
    review: reviews.edges.map(({ node }) => ({
      '@type': 'Review',
      name: node.title,
      reviewBody: node.content,
      author: { '@type': 'Person', name: node.author.name },
      datePublished: node.createdAt,
      reviewRating: {
        '@type': 'Rating',
        ratingValue: node.rating,
        bestRating: 5,
        worstRating: 1,
      },
    })),
  };

const siteFragment = graphql`
  fragment ResortFacts_site on Site {
    holdsSampleData
  }
`;

const resortFragment = graphql`
  fragment ResortFacts_resort on Resort {
    databaseId
    name
    brand
    location
    description
    amenities
    rating
    reviewCount
    # Those that the page shows.
    reviews(first: 3) {
      edges {
        node {
          rating
          title
          content
          createdAt
          author {
            name
          }
        }
      }
    }
    priceMin {
      amount
    }
    priceMax {
      amount
    }
    latitude
    longitude
  }
`;

const weeksFragment = graphql`
  fragment ResortFacts_weeks on Listing @relay(plural: true) {
    databaseId
    title
    maxGuests
    bedrooms
    freeStays {
      checkIn
      checkOut
      total {
        amount
        currency
      }
    }
  }
`;
