import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { adminPageLoaderQuery } from '#web/__generated__/adminPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const adminPageQuery = graphql`
  query adminPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    adminTasks {
      ...TaskQueue_tasks
    }
    siteTotals {
      ...AdminPage_totals
    }
    ...RecentActivity_query
  }
`;

/** For the alerts, which fetch it when they are shown. */
export const systemAlertsQuery = graphql`
  query adminPageLoaderAlertsQuery {
    adminTasks {
      queue {
        kind
      }
      ...TaskQueue_tasks
    }
    reconciliation {
      differences {
        words
        bookingId
      }
    }
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
    }
  }
`;

/** For the status panel, which fetches it when it is shown. */
export const systemStatusQuery = graphql`
  query adminPageLoaderSystemQuery {
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
      lastErrorAt
      ...GivenUpJobs_part
    }
  }
`;

export interface AdminPageData {
  reference: PreloadedQuery<adminPageLoaderQuery>;
}

export async function loadAdminPage(environment: Environment): Promise<AdminPageData> {
  const reference = loadQuery<adminPageLoaderQuery>(
    environment,
    adminPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
