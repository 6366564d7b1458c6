import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { reportsPageLoaderQuery } from '#web/__generated__/reportsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const reportsPageQuery = graphql`
  query reportsPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
  }
`;

export const siteChartsQuery = graphql`
  query reportsPageLoaderChartsQuery($days: Int!) {
    siteDays(days: $days) {
      date
      registrations
      listings
      bookings
      revenue {
        amount
      }
      fees {
        amount
      }
      taxes {
        amount
      }
    }
  }
`;

export interface ReportsPageData {
  reference: PreloadedQuery<reportsPageLoaderQuery>;
}

export async function loadReportsPage(environment: Environment): Promise<ReportsPageData> {
  const reference = loadQuery<reportsPageLoaderQuery>(environment, reportsPageQuery, {});
  await requireAdmin(environment, reference);
  return { reference };
}
