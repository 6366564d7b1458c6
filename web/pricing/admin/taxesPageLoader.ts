import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { taxesPageLoaderQuery } from '#web/__generated__/taxesPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const taxesPageQuery = graphql`
  query taxesPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    occupancyTaxes {
      id
      ...TaxRow_tax
    }
  }
`;

export interface TaxesPageData {
  reference: PreloadedQuery<taxesPageLoaderQuery>;
}

/** Always refetched: another administrator may have changed a rate. */
export async function loadTaxesPage(environment: Environment): Promise<TaxesPageData> {
  const reference = loadQuery<taxesPageLoaderQuery>(
    environment,
    taxesPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
