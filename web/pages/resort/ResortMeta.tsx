import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortMeta_resort$key } from '../../__generated__/ResortMeta_resort.graphql.ts';
import type { ResortMeta_site$key } from '../../__generated__/ResortMeta_site.graphql.ts';
import { PageMeta } from '../../shell/PageMeta.tsx';

interface ResortMetaProps {
  resort: ResortMeta_resort$key;
  site: ResortMeta_site$key;
}

/** Structured data omits sample ratings and offers: search engines would take them as real. */
export function ResortMeta({ resort, site }: ResortMetaProps) {
  const { title: siteTitle, holdsSampleData } = useFragment<ResortMeta_site$key>(
    siteFragment,
    site,
  );
  const data = useFragment<ResortMeta_resort$key>(resortFragment, resort);
  const { latitude, longitude } = data;
  const [lowPrice, highPrice] = [data.priceMin.amount / 100, data.priceMax.amount / 100];
  return (
    <PageMeta
      title={`${data.name}, ${data.location} | ${siteTitle}`}
      description={data.description}
      canonicalPath={`/resort/${data.databaseId}`}
      imagePath={data.imageUrl}
      preloadImages={[{ href: data.imageUrl }]}
      jsonLd={{
        '@context': 'https://schema.org',
        '@type': 'Resort',
        name: data.name,
        brand: { '@type': 'Brand', name: data.brand },
        description: data.description,
        address: data.location,
        priceRange: `$${lowPrice} - $${highPrice}`,
        amenityFeature: data.amenities.map((name) => ({
          '@type': 'LocationFeatureSpecification',
          name,
          value: true,
        })),
        ...(!holdsSampleData && data.reviewCount > 0
          ? {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: data.rating,
                reviewCount: data.reviewCount,
                bestRating: 5,
                worstRating: 1,
              },
            }
          : {}),
        ...(!holdsSampleData && data.availableRentals > 0
          ? {
              makesOffer: {
                '@type': 'AggregateOffer',
                priceCurrency: 'USD',
                lowPrice,
                highPrice,
                offerCount: data.availableRentals,
              },
            }
          : {}),
        ...(latitude != null && longitude != null
          ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
          : {}),
      }}
    />
  );
}

const siteFragment = graphql`
  fragment ResortMeta_site on Site {
    title
    holdsSampleData
  }
`;

const resortFragment = graphql`
  fragment ResortMeta_resort on Resort {
    databaseId
    name
    brand
    location
    description
    imageUrl
    amenities
    rating
    reviewCount
    availableRentals
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
