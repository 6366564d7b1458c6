import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { unpaidHoldsPageLoaderQuery } from '#web/__generated__/unpaidHoldsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const unpaidHoldsPageQuery = graphql`
  query unpaidHoldsPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    unpaidHolds {
      bookingId
      travelerId
      travelerName
      weekTitle
      checkIn
      checkOut
      heldAt
      heldUntil
      isOpen
      times
    }
  }
`;

export type UnpaidHoldRow = NonNullable<
  unpaidHoldsPageLoaderQuery['response']['unpaidHolds']
>[number];

export interface UnpaidHoldsPageData {
  reference: PreloadedQuery<unpaidHoldsPageLoaderQuery>;
}

/** Always refetched: travelers pay or leave at any time. */
export async function loadUnpaidHoldsPage(environment: Environment): Promise<UnpaidHoldsPageData> {
  const reference = loadQuery<unpaidHoldsPageLoaderQuery>(
    environment,
    unpaidHoldsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
