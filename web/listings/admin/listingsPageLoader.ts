import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  ListingOffer,
  listingsPageLoaderQuery,
  ManagedListingFilter,
  ManagedListingSort,
} from '#web/__generated__/listingsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress, type TableAddress } from '#web/admin/table/tableAddress.ts';

export const listingsPageQuery = graphql`
  query listingsPageLoaderQuery(
    $filter: ManagedListingFilter
    $sort: ManagedListingSort!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    managedListings(
      filter: $filter
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
          title
          resortId
          resortName
          ownerName
          providerName
          status
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
          version
          moves
          createdAt
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

type Listings = NonNullable<listingsPageLoaderQuery['response']['managedListings']>;

/** A listing in the table. */
export type ListingRow = Listings['edges'][number]['node'];

export interface ListingsPageData {
  reference: PreloadedQuery<listingsPageLoaderQuery>;
}

/** The URL parameters of the table's filters. */
export const listingFilters = ['status', 'offer', 'source', 'sale'] as const;

const verifications = {
  review: 'PENDING',
  asked: 'MORE_INFORMATION',
  verified: 'VERIFIED',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
} as const;

const offers: Readonly<Record<string, ListingOffer>> = {
  on: 'ON_OFFER',
  off: 'NOT_ON_OFFER',
  over: 'OVER',
};

const sources = { member: 'MEMBER', provider: 'PROVIDER' } as const;

const sorts: Readonly<Record<string, ManagedListingSort>> = {
  listed: 'OLDEST',
  '-listed': 'NEWEST',
  price: 'PRICE',
  '-price': 'PRICE_DESCENDING',
  dates: 'DATES',
  '-dates': 'DATES_DESCENDING',
};

const pageSize = 25;

export async function loadListingsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<ListingsPageData> {
  const { searchParams } = new URL(request.url);
  const address = parseTableAddress(searchParams, listingFilters);
  const { sort } = address;
  const reference = loadQuery<listingsPageLoaderQuery>(
    environment,
    listingsPageQuery,
    {
      filter: filterOf(address),
      sort: sorts[`${sort?.direction === 'desc' ? '-' : ''}${sort?.by}`] ?? 'NEWEST',
      ...pageVariables(searchParams, pageSize),
    },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}

function filterOf({ search, filters }: TableAddress): ManagedListingFilter {
  const { status = '', offer = '', source = '', sale = '' } = filters;
  return {
    search: search || null,
    verification: valueOf(verifications, status),
    isActive: status === 'withdrawn' ? false : null,
    offer: valueOf(offers, offer),
    source: valueOf(sources, source),
    isForSale: sale === 'yes' ? true : sale === 'no' ? false : null,
  };
}

const valueOf = <TValue>(values: Readonly<Record<string, TValue>>, name: string): TValue | null =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null;
