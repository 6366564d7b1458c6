import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { heldPayoutsPageLoaderQuery } from '#web/__generated__/heldPayoutsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const heldPayoutsPageQuery = graphql`
  query heldPayoutsPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    heldPayouts {
      memberId
      memberName
      memberEmail
      waiting {
        currency
        formatted
      }
      since
      status
    }
  }
`;

/** A member whose money waits, in one currency. */
export type HeldPayoutRow = NonNullable<
  heldPayoutsPageLoaderQuery['response']['heldPayouts']
>[number];

export interface HeldPayoutsPageData {
  reference: PreloadedQuery<heldPayoutsPageLoaderQuery>;
}

/** Always refetched: owners correct their bank details at any time. */
export async function loadHeldPayoutsPage(environment: Environment): Promise<HeldPayoutsPageData> {
  const reference = loadQuery<heldPayoutsPageLoaderQuery>(
    environment,
    heldPayoutsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
