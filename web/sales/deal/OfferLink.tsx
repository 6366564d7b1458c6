import { graphql, useFragment } from 'react-relay/hooks';
import type { OfferLink_query$key } from '#web/__generated__/OfferLink_query.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { saleStatusWords } from '../saleStatusWords.ts';

interface OfferLinkProps {
  listingId: string;
  query: OfferLink_query$key;
}

/** Leads to the form of an offer, or to the offer that is open. */
export function OfferLink({ listingId, query }: OfferLinkProps) {
  const { mySaleOf } = useFragment<OfferLink_query$key>(
    graphql`
      fragment OfferLink_query on Query @argumentDefinitions(id: { type: "ID!" }) {
        mySaleOf(listingId: $id) {
          databaseId
          status
          closedAt
        }
      }
    `,
    query,
  );
  const isOpen = mySaleOf && mySaleOf.closedAt == null;
  return (
    <ButtonLink
      to={isOpen ? `/sales/${mySaleOf.databaseId}` : `/sale/${listingId}/offer`}
      variant="main"
      size="large"
      fullWidth
    >
      {isOpen
        ? `See Your Offer (${saleStatusWords[mySaleOf.status]?.toLowerCase()})`
        : 'Make an Offer'}
    </ButtonLink>
  );
}
