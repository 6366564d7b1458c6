import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { openResortsPageLoaderQuery } from '#web/__generated__/openResortsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';

export const openResortsPageQuery = graphql`
  query openResortsPageLoaderQuery($first: Int, $after: String, $last: Int, $before: String) {
    ...AppShell_query
    site {
      title
    }
    inventoryResorts(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          databaseId
          externalId
          name
          location
          brand
          weeks
          providerName
          suggestions {
            databaseId
            name
            location
          }
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

type OpenResorts = NonNullable<openResortsPageLoaderQuery['response']['inventoryResorts']>;

/** A provider's resort without a match. */
export type OpenResort = OpenResorts['edges'][number]['node'];

export interface OpenResortsPageData {
  reference: PreloadedQuery<openResortsPageLoaderQuery>;
}

const pageSize = 25;

/** Always refetched: each sync may find more. */
export async function loadOpenResortsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<OpenResortsPageData> {
  const reference = loadQuery<openResortsPageLoaderQuery>(
    environment,
    openResortsPageQuery,
    pageVariables(new URL(request.url).searchParams, pageSize),
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference, { otherwise: '/auth' });
  return { reference };
}
