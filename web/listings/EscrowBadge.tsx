import { graphql, useFragment } from 'react-relay/hooks';
import type { EscrowBadge_listing$key } from '../__generated__/EscrowBadge_listing.graphql.ts';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { escrowStatuses } from '../ui/basics/statuses.ts';

export function EscrowBadge({ listing }: { listing: EscrowBadge_listing$key }) {
  const { escrowStatus } = useFragment<EscrowBadge_listing$key>(
    graphql`
      fragment EscrowBadge_listing on OwnListing {
        escrowStatus
      }
    `,
    listing,
  );
  return escrowStatus === 'NONE' ? null : <StatusBadge status={escrowStatuses[escrowStatus]} />;
}
