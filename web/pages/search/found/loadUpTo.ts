import type { PreloadedQuery } from 'react-relay/hooks';
import {
  createOperationDescriptor,
  getRequest,
  type Environment,
  type GraphQLResponse,
  type GraphQLTaggedNode,
  type OperationType,
} from 'relay-runtime';

/** Maximum page size on the server. */
const largestPage = 100;

interface List {
  /** The field of the connection. */
  name: 'resorts' | 'weeks';
  /** The pagination query of its list. */
  nextPage: GraphQLTaggedNode;
  /** How many results the URL asks for. */
  count: number;
}

/**
 * Waits until the store has as many results as the URL asks for. After a failure the page's own
 * button loads the others.
 */
export const loadUpTo = (
  environment: Environment,
  firstPage: PreloadedQuery<OperationType>,
  list: List,
): Promise<void> => loadPages(environment, firstPage, list).catch(() => undefined);

async function loadPages(
  environment: Environment,
  firstPage: PreloadedQuery<OperationType>,
  { name, nextPage, count }: List,
): Promise<void> {
  const { variables } = firstPage;
  let loaded = Number(variables['first']);
  if (loaded >= count) return;
  let page = pageInfoOf(await firstPage.source?.toPromise(), name);
  while (page?.hasNextPage && loaded < count) {
    const first = Math.min(largestPage, count - loaded);
    const operation = createOperationDescriptor(getRequest(nextPage), {
      ...variables,
      first,
      after: page.endCursor,
    });
    page = pageInfoOf(await environment.execute({ operation }).toPromise(), name);
    loaded += first;
  }
}

interface PageInfo {
  readonly endCursor: string | null | undefined;
  readonly hasNextPage: boolean;
}

function pageInfoOf(response: GraphQLResponse | undefined, name: string): PageInfo | undefined {
  if (response === undefined || !('data' in response)) return undefined;
  const data = (response.data ?? {}) as Record<string, { pageInfo?: PageInfo } | undefined>;
  return data[name]?.pageInfo;
}
