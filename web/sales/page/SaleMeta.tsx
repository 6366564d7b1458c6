import { graphql, useFragment } from 'react-relay/hooks';
import type { SaleMeta_listing$key } from '#web/__generated__/SaleMeta_listing.graphql.ts';
import type { SaleMeta_site$key } from '#web/__generated__/SaleMeta_site.graphql.ts';
import { noWords, useSaleWords } from '../saleWords.ts';
import { previewPath } from '#web/pictures/previewPath.ts';
import { breadcrumbs, JsonLd } from '#web/page/JsonLd.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';

interface SaleMetaProps {
  listing: SaleMeta_listing$key;
  site: SaleMeta_site$key;
}

/** Structured data omits sample offers: search engines would take them as real. */
export function SaleMeta({ listing, site }: SaleMetaProps) {
  const { title: siteTitle, holdsSampleData } = useFragment<SaleMeta_site$key>(
    graphql`
      fragment SaleMeta_site on Site {
        title
        holdsSampleData
      }
    `,
    site,
  );
  const data = useFragment<SaleMeta_listing$key>(listingFragment, listing);
  const [{ name, used } = noWords] = useSaleWords([data]);
  const { databaseId, salePrice, firstYearTotal, resort } = data;
  const cost = firstYearTotal ? `, ${firstYearTotal.formatted} in the first year` : '';
  const path = `/sale/${databaseId}`;
  const description = `${name}, ${resort.location}, for sale at ${salePrice?.formatted}${cost}. ${
    used ? `${used}. ` : ''
  }Verified owner.`;
  const imagePath = previewPath('sale', databaseId);
  return (
    <>
      <PageMeta
        title={`${name}, for sale | ${siteTitle}`}
        description={description}
        canonicalPath={path}
        imagePath={imagePath}
      />
      <JsonLd
        value={breadcrumbs([
          ['For sale', '/search?type=buy'],
          [name, path],
        ])}
      />
      {!holdsSampleData && (
        <JsonLd
          value={{
            '@type': 'Product',
            name,
            description,
            image: imagePath,
            category: 'Timeshare',
            offers: {
              '@type': 'Offer',
              price: (salePrice?.amount ?? 0) / 100,
              priceCurrency: salePrice?.currency,
              availability: 'https://schema.org/InStock',
              url: path,
            },
          }}
        />
      )}
    </>
  );
}

const listingFragment = graphql`
  fragment SaleMeta_listing on Listing {
    databaseId
    salePrice {
      amount
      currency
      formatted
    }
    firstYearTotal {
      formatted
    }
    resort {
      location
    }
    ...saleWords_listings
  }
`;
