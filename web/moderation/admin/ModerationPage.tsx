import { lazy } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ModerationPageQuery } from '#web/__generated__/ModerationPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { formatCount, nounFor } from '#common/numbers.ts';
import { AdminFrame, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { ClientPart } from '#web/admin/ClientPart.tsx';
import { List, type ListDefinition } from '#web/admin/table/List.tsx';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import { queuePath, type QueueStatus } from '#web/admin/queueStatus.ts';
import styles from './ModerationPage.module.css';
import { ReportedReview, type ReportedRow } from './ReportedReview.tsx';

const DecisionDialog = lazy(() => import('./DecisionDialog.tsx'));
const ReportedMessages = lazy(() => import('./ReportedMessages.tsx'));
const HeldListings = lazy(() => import('./HeldListings.tsx'));
const FailedEscrows = lazy(() => import('./FailedEscrows.tsx'));

const moderationPageQuery = graphql`
  query ModerationPageQuery($first: Int, $after: String, $last: Int, $before: String) {
    ...AppShell_query
    verificationCounts {
      waiting
      asked
      rejected
      expired
    }
    reportedReviews(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          databaseId
          reviewId
          rating
          title
          content
          answer
          createdAt
          openReportCount
          author {
            firstName
            lastName
            username
          }
          resort {
            name
            databaseId
          }
          openReports {
            id
            reason
            details
            createdAt
            reporter {
              firstName
              lastName
            }
          }
        }
      }
      pageInfo {
        ...Pager_pageInfo @relay(mask: false)
      }
    }
  }
`;

export const page = definePage<ModerationPageQuery>({
  path: '/admin/moderation',
  access: 'admin',
  query: moderationPageQuery,
  variables: ({ search }) => pageVariables(search, 10),
  meta: { title: 'Moderation' },
  skeleton: <AdminSkeleton title="Moderation" />,
  component: Moderation,
});

function Moderation({ data, reference }: PageProps<ModerationPageQuery>) {
  const { verificationCounts, reportedReviews } = data;
  const refresh = useRefresh(moderationPageQuery, reference);
  const table = useTable();
  return (
    <AdminFrame
      title="Moderation"
      subtitle="What members report, and what is kept from the public until someone acts."
    >
      {verificationCounts && (
        <ul className={`columns-4 gap-4 ${styles.counts}`} aria-label="Verification">
          <Count status="PENDING" count={verificationCounts.waiting} label="to verify" isOurs />
          <Count
            status="MORE_INFORMATION"
            count={verificationCounts.asked}
            label="waiting for the owner"
          />
          <Count status="REJECTED" count={verificationCounts.rejected} label="rejected" />
          <Count status="EXPIRED" count={verificationCounts.expired} label="with expired proof" />
        </ul>
      )}
      {reportedReviews && (
        <Panel title="Reported Reviews" icon="flag">
          <List
            list={reviewList}
            data={data}
            found={reportedReviews}
            table={table}
            refresh={refresh}
          />
        </Panel>
      )}
      <Panel title="Reported Messages" icon="chat">
        <ClientPart name="Reported messages" height="240px">
          <ReportedMessages />
        </ClientPart>
      </Panel>
      <div className={`columns-2 gap-5 at-top ${styles.pair}`}>
        <Panel title="Listings on Hold" icon="shield">
          <ClientPart name="Listings on hold" height="240px">
            <HeldListings />
          </ClientPart>
        </Panel>
        <Panel title="Failed Escrows" icon="key">
          <ClientPart name="Failed escrows" height="240px">
            <FailedEscrows />
          </ClientPart>
        </Panel>
      </div>
    </AdminFrame>
  );
}

interface CountProps {
  status: QueueStatus;
  count: number;
  label: string;
  /** Whether the listings wait for the team. */
  isOurs?: boolean;
}

function Count({ status, count, label, isOurs = false }: CountProps) {
  return (
    <li data-waiting={isOurs && count > 0}>
      <Link to={queuePath(status)}>
        <strong>{formatCount(count)}</strong>
        <span>
          {nounFor(count, 'listing')} {label}
        </span>
      </Link>
    </li>
  );
}

const reviewList: ListDefinition<ReportedRow, never, unknown> = {
  name: 'Reported reviews',
  keyOf: ({ databaseId }) => databaseId,
  none: () => <p className="soft breaks">No report waits for a decision.</p>,
  show: (rows, { isStale, opener }) => (
    <ol className="stack ruled" aria-label="Reported reviews" aria-busy={isStale}>
      {rows.map((review) => (
        <ReportedReview key={review.databaseId} review={review} opener={opener} />
      ))}
    </ol>
  ),
  dialogs: {
    ofRow: { dismiss: DecisionDialog, remove: DecisionDialog, removeAnswer: DecisionDialog },
  },
};
