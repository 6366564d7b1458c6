import { graphql, type PreloadedQuery } from 'react-relay/hooks';
import {
  createOperationDescriptor,
  getRequest,
  type Environment,
  type GraphQLResponse,
  type OperationType,
  type Variables,
} from 'relay-runtime';

export type ListName = 'resorts' | 'weeks' | 'saleListings';

const queries = {
  resorts: graphql`
    query nextPageLoaderResortsQuery(
      $query: String
      $filter: ResortFilter
      $sort: ResortSort
      $first: Int
      $after: String
    ) {
      ...SearchResults_query
        @arguments(query: $query, filter: $filter, sort: $sort, first: $first, after: $after)
    }
  `,
  weeks: graphql`
    query nextPageLoaderWeeksQuery(
      $query: String
      $filter: ResortFilter
      $sort: WeekSort
      $first: Int
      $after: String
    ) {
      ...WeekResults_query
        @arguments(query: $query, filter: $filter, sort: $sort, first: $first, after: $after)
    }
  `,
  saleListings: graphql`
    query nextPageLoaderSalesQuery(
      $query: String
      $filter: SaleFilter
      $sort: SaleSort
      $first: Int
      $after: String
    ) {
      ...SaleResults_query
        @arguments(query: $query, filter: $filter, sort: $sort, first: $first, after: $after)
    }
  `,
};

export interface NextPage {
  list: ListName;
  variables: Variables;
  first: number;
  after: string | null | undefined;
}

export async function loadNextPage(
  environment: Environment,
  { list, variables, first, after }: NextPage,
): Promise<PageInfo | undefined> {
  const operation = createOperationDescriptor(getRequest(queries[list]), {
    ...variables,
    first,
    after,
  });
  return pageInfoOf(await environment.execute({ operation }).toPromise(), list);
}

/** A larger page for many words would exceed the cost limit of an operation. */
const largestPage = 48;

/**
 * Waits until the store has as many results as the URL shows. After a failure the page's own button
 * loads the rest.
 */
export async function loadUpTo(
  environment: Environment,
  list: ListName,
  firstPage: PreloadedQuery<OperationType>,
  count: number,
): Promise<void> {
  const { variables } = firstPage;
  let loaded = Number(variables['first']);
  if (loaded >= count) return;
  try {
    let page = pageInfoOf(await firstPage.source?.toPromise(), list);
    while (page?.hasNextPage && loaded < count) {
      const first = Math.min(largestPage, count - loaded);
      page = await loadNextPage(environment, { list, variables, first, after: page.endCursor });
      loaded += first;
    }
  } catch {
    return;
  }
}

interface PageInfo {
  readonly endCursor: string | null | undefined;
  readonly hasNextPage: boolean;
}

function pageInfoOf(response: GraphQLResponse | undefined, list: ListName): PageInfo | undefined {
  if (response === undefined || !('data' in response)) return undefined;
  const data = (response.data ?? {}) as { [Name in ListName]?: { pageInfo?: PageInfo } };
  return data[list]?.pageInfo;
}
