import { type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import { usePages } from '#web/relay/usePages.ts';
import type { PropertyList_viewer$key } from '#web/__generated__/PropertyList_viewer.graphql.ts';
import type { PropertyListInquiry_inquiry$key } from '#web/__generated__/PropertyListInquiry_inquiry.graphql.ts';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import styles from '../DashboardPage.module.css';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { inquiryStatuses } from '#web/ui/basics/statuses.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface PropertyListProps {
  viewer: PropertyList_viewer$key;
  empty: ReactNode;
}

/** The properties that the viewer submitted, newest first. */
export function PropertyList({ viewer, empty }: PropertyListProps) {
  const { data, ...pages } = usePages(
    graphql`
      fragment PropertyList_viewer on User
      @refetchable(queryName: "PropertyListPaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 6 }, after: { type: "String" }) {
        inquiries(first: $first, after: $after) @connection(key: "PropertyList_inquiries") {
          edges {
            node {
              id
              ...PropertyListInquiry_inquiry
            }
          }
        }
      }
    `,
    viewer,
  );
  const { inquiries } = data;
  if (inquiries.edges.length === 0) return empty;
  return (
    <>
      <ul ref={pages.list} className={`full ruled ${styles.rows}`}>
        {inquiries.edges.map(({ node }) => (
          <PropertyRow key={node.id} inquiry={node} />
        ))}
      </ul>
      <ShowMore noun="Properties" count={inquiries.edges.length} pages={pages} />
    </>
  );
}

function PropertyRow({ inquiry }: { inquiry: PropertyListInquiry_inquiry$key }) {
  const { databaseId, propertyName, resortName, askingPrice, status, createdAt } =
    useFragment<PropertyListInquiry_inquiry$key>(
      graphql`
        fragment PropertyListInquiry_inquiry on PropertyInquiry {
          databaseId
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
        <Link className={styles.rowTitle} to={`/dashboard/submissions/${databaseId}`}>
          {propertyName}
        </Link>
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
