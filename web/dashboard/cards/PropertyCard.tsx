import { type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import type { PropertyCard_viewer$key } from '#web/__generated__/PropertyCard_viewer.graphql.ts';
import type { PropertyCardInquiry_inquiry$key } from '#web/__generated__/PropertyCardInquiry_inquiry.graphql.ts';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from '../DashboardPage.module.css';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { inquiryStatuses } from '#web/ui/basics/statuses.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface PropertyCardProps {
  viewer: PropertyCard_viewer$key;
  action: ReactNode;
}

export function PropertyCard({ viewer, action }: PropertyCardProps) {
  const { data, ...pages } = usePages(
    graphql`
      fragment PropertyCard_viewer on User
      @refetchable(queryName: "PropertyCardPaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 6 }, after: { type: "String" }) {
        inquiries(first: $first, after: $after) @connection(key: "PropertyCard_inquiries") {
          edges {
            node {
              id
              ...PropertyCardInquiry_inquiry
            }
          }
        }
      }
    `,
    viewer,
  );
  const { inquiries } = data;
  return (
    <DashboardCard title="My Property" icon="key">
      {inquiries.edges.length === 0 ? (
        <p>Own a timeshare week? Our team helps you sell or rent it.</p>
      ) : (
        <ul ref={pages.list} className={`full ruled ${styles.rows}`}>
          {inquiries.edges.map(({ node }) => (
            <PropertyRow key={node.id} inquiry={node} />
          ))}
        </ul>
      )}
      <ShowMore noun="Properties" count={inquiries.edges.length} pages={pages} />
      {action}
    </DashboardCard>
  );
}

function PropertyRow({ inquiry }: { inquiry: PropertyCardInquiry_inquiry$key }) {
  const { propertyName, resortName, askingPrice, status, createdAt } =
    useFragment<PropertyCardInquiry_inquiry$key>(
      graphql`
        fragment PropertyCardInquiry_inquiry on PropertyInquiry {
          propertyName
          resortName
          askingPrice
          status
          createdAt
        }
      `,
      inquiry,
    );
  return (
    <li>
      <div>
        <p className={styles.rowTitle}>{propertyName}</p>
        <p className="soft">
          {resortName} · {formatTypedPrice(askingPrice)}
        </p>
        <p className="soft">
          Sent on <LocalDay instant={createdAt} />
        </p>
      </div>
      <StatusBadge status={inquiryStatuses[status]} />
    </li>
  );
}
