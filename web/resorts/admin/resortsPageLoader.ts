import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  ManagedResortSort,
  resortsPageLoaderQuery,
} from '#web/__generated__/resortsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress } from '#web/admin/table/tableAddress.ts';

export const resortsPageQuery = graphql`
  query resortsPageLoaderQuery(
    $search: String
    $sort: ManagedResortSort!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    managedResorts(
      search: $search
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          name
          location
          destination
          description
          imageUrl
          amenities
          rating
          reviewCount
          availableRentals
          priceMin {
            amount
            formatted
          }
          priceMax {
            amount
            formatted
          }
          isNewAvailability
          brand
          brandAliases
          city
          region
          country
          latitude
          longitude
          timezone
          weekRule
          seasonText
          version
          listings
          bookings
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`;

const pageSize = 25;

const sorts: Record<string, ManagedResortSort> = {
  name: 'NAME',
  '-name': 'NAME_DESCENDING',
  destination: 'DESTINATION',
  '-destination': 'DESTINATION_DESCENDING',
  price: 'PRICE',
  '-price': 'PRICE_DESCENDING',
  rating: 'RATING',
  '-rating': 'RATING_DESCENDING',
};

type Resorts = NonNullable<resortsPageLoaderQuery['response']['managedResorts']>;

/** A resort in the table. */
export type ResortRow = Resorts['edges'][number]['node'];

export interface ResortsPageData {
  reference: PreloadedQuery<resortsPageLoaderQuery>;
}

export async function loadResortsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<ResortsPageData> {
  const { searchParams } = new URL(request.url);
  const { search } = parseTableAddress(searchParams);
  const reference = loadQuery<resortsPageLoaderQuery>(environment, resortsPageQuery, {
    search: search === '' ? null : search,
    sort: sorts[searchParams.get('sort') ?? ''] ?? 'NEWEST',
    ...pageVariables(searchParams, pageSize),
  });
  await requireAdmin(environment, reference);
  return { reference };
}
