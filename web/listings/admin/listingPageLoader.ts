import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { listingPageLoaderQuery } from '#web/__generated__/listingPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const listingPageQuery = graphql`
  query listingPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
    }
    managedListing(databaseId: $id) {
      databaseId
      title
      resortId
      resortName
      ownerName
      providerName
      status
      verificationStatus
      hasContract
      isForSale
      availableFrom
      availableTo
      nights
      freeNights
      minNights
      isWholeOnly
      pricePerNight {
        formatted
      }
      salePrice {
        formatted
      }
      version
      moves
      createdAt
    }
    verificationListing(databaseId: $id) {
      ...ListingFacts_listing
      ...ListingTimeline_listing
    }
  }
`;

export type ListingDetail = NonNullable<listingPageLoaderQuery['response']['managedListing']>;

export interface ListingPageData {
  reference: PreloadedQuery<listingPageLoaderQuery>;
}

export async function loadListingPage(
  environment: Environment,
  { params }: LoaderFunctionArgs,
): Promise<ListingPageData> {
  const reference = loadQuery<listingPageLoaderQuery>(
    environment,
    listingPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
