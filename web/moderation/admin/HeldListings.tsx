import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { HeldListingsQuery } from '#web/__generated__/HeldListingsQuery.graphql.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';
import styles from './ModerationPage.module.css';

const heldListingsQuery = graphql`
  query HeldListingsQuery {
    heldListings(first: 10) {
      edges {
        node {
          databaseId
          title
          status
          resort {
            name
          }
          owner {
            firstName
            lastName
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`;

export default function HeldListings() {
  const { heldListings } = useStoredFirst<HeldListingsQuery>(heldListingsQuery);
  const rows = (heldListings?.edges ?? []).map(({ node }) => node);
  if (rows.length === 0) return <p className="soft breaks">No listing waits for its owner.</p>;
  return (
    <>
      <ul className="stack ruled" aria-label="Listings on hold">
        {rows.map(({ databaseId, title, status, resort, owner }) => (
          <li key={databaseId} className={`bar gap-4 row-gap-2 padding-y-3 ${styles.row}`}>
            <div>
              <Link className="semibold breaks" to={`/admin/verification/${databaseId}`}>
                {title}
              </Link>
              <p className="soft breaks">
                {resort.name}
                {owner && `, ${owner.firstName} ${owner.lastName}`}
              </p>
            </div>
            <StatusBadge
              status={
                status === 'MORE_INFORMATION' || status === 'IN_REVIEW'
                  ? { tone: 'open', label: 'Waiting for the owner' }
                  : listingStatuses[status]
              }
            />
          </li>
        ))}
      </ul>
      {heldListings?.pageInfo.hasNextPage && (
        <p className="soft breaks">There are more; the figures above lead to all of them.</p>
      )}
    </>
  );
}
