import { graphql, useFragment } from 'react-relay/hooks';
import type { OfferLink_query$key } from '#web/__generated__/OfferLink_query.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { saleStatusWords } from '../saleStatusWords.ts';

interface OfferLinkProps {
  listingId: string;
  query: OfferLink_query$key;
}

/** Leads a buyer to an offer or a question, and the owner to what others have offered. */
export function OfferLink({ listingId, query }: OfferLinkProps) {
  const { myPartIn } = useFragment<OfferLink_query$key>(
    graphql`
      fragment OfferLink_query on Query @argumentDefinitions(id: { type: "ID!" }) {
        myPartIn(listingId: $id) {
          isOwner
          sale {
            databaseId
            status
            closedAt
          }
        }
      }
    `,
    query,
  );
  const { isOwner, sale } = myPartIn ?? {};
  const isOpen = sale && sale.closedAt == null;
  const offer = isOpen
    ? [
        `/sales/${sale.databaseId}`,
        `See Your Offer (${saleStatusWords[sale.status]?.toLowerCase()})`,
      ]
    : [`/sale/${listingId}/offer`, 'Make an Offer'];
  const [[to = '', label], [otherTo = '', otherLabel]] = isOwner
    ? [
        ['/dashboard/sales', 'My Offers and Sales'],
        [`/dashboard/listings/${listingId}`, 'My Listing'],
      ]
    : [offer, [`/messages/new?listing=${listingId}`, 'Ask the Owner']];
  return (
    <>
      <ButtonLink to={to} variant="main" size="large" fullWidth>
        {label}
      </ButtonLink>
      <ButtonLink to={otherTo} variant="quiet" size="large" fullWidth>
        {otherLabel}
      </ButtonLink>
    </>
  );
}
