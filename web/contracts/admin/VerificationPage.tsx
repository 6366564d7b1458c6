import { graphql } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import { formatCount, nounFor } from '#common/numbers.ts';
import type { VerificationPageQuery } from '#web/__generated__/VerificationPageQuery.graphql.ts';
import { Age } from '#web/admin/Age.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import {
  queuePath,
  queueStatuses,
  queueStatusIn,
  type QueueStatus,
} from '#web/admin/queueStatus.ts';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager, pageVariables } from '#web/admin/table/Pager.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { definePage, type FrameProps, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { escrowStatuses } from '#web/ui/basics/statuses.ts';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import styles from './VerificationPage.module.css';

export const page = definePage<VerificationPageQuery>({
  path: '/admin/verification',
  access: 'admin',
  query: graphql`
    query VerificationPageQuery(
      $status: ContractVerificationStatus!
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      verificationQueue(
        status: $status
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            databaseId
            title
            availableFrom
            availableTo
            hasContract
            reviewRequestedAt
            resort {
              name
            }
            owner {
              firstName
              lastName
            }
            escrowStatus
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ search }) => ({ status: queueStatusIn(search), ...pageVariables(search, 25) }),
  // Other administrators work on the same queue.
  fetchPolicy: 'network-only',
  frame: Frame,
  meta: { title: 'Verification' },
  skeleton: <Skeleton height="420px" radius="24px" />,
  component: VerificationQueue,
});

function Frame({ search, children }: FrameProps<VerificationPageQuery>) {
  const navigate = useNavigate();
  return (
    <AdminFrame
      title="Verification"
      subtitle="Proofs of ownership, those that have waited longest first"
      actions={
        <Select
          label="Status"
          choices={queueStatuses}
          value={queueStatusIn(search)}
          onChange={(chosen) => void navigate(queuePath(chosen), { preventScrollReset: true })}
        />
      }
    >
      {children}
    </AdminFrame>
  );
}

function VerificationQueue({ data, search }: PageProps<VerificationPageQuery>) {
  const status = queueStatusIn(search);
  if (!data.verificationQueue) return null;
  const { totalCount, edges, pageInfo } = data.verificationQueue;
  const [oldest] = edges;
  if (!oldest) {
    return <Empty status={status} isWholeQueue={!search.has('after') && !search.has('before')} />;
  }
  return (
    <>
      <div className="bar gap-5 row-gap-3">
        <p role="status">
          <strong className="text-22 bold">
            {formatCount(totalCount.value)}
            {totalCount.isCapped && '+'}
          </strong>{' '}
          {nounFor(totalCount.value, 'listing')}
        </p>
        {status === 'PENDING' && (
          <ButtonLink to={`/admin/verification/${oldest.node.databaseId}`} variant="main">
            Start Reviewing
          </ButtonLink>
        )}
      </div>
      <DataTable
        label="Listings"
        columns={columns.filter(({ header }) => header !== 'Escrow' || status === 'VERIFIED')}
        rows={edges.map(({ node }) => node)}
        keyOf={({ databaseId }) => databaseId}
      />
      <Pager pageInfo={pageInfo} />
    </>
  );
}

function Empty({ status, isWholeQueue }: { status: QueueStatus; isWholeQueue: boolean }) {
  return isWholeQueue ? (
    <EmptyState
      title={emptyTitles[status]}
      text={
        status === 'PENDING'
          ? 'Listings appear here as soon as their owners have sent a document. Those without one wait for the owner.'
          : movedOn
      }
    />
  ) : (
    <EmptyState
      title="Nothing on this page any more"
      text={movedOn}
      link={{ to: queuePath(status), label: 'First Page' }}
    />
  );
}

const movedOn = 'What was here has moved on.';

const columns: readonly Column<RowOf<VerificationPageQuery, 'verificationQueue'>>[] = [
  {
    header: 'Listing',
    cell: ({ databaseId, title, resort }) => (
      <span className={`stack gap-2px ${styles.listing}`}>
        <Link to={`/admin/verification/${databaseId}`}>{title}</Link>
        <span className="soft regular">{resort.name}</span>
      </span>
    ),
  },
  {
    header: 'Dates',
    cell: ({ availableFrom, availableTo }) => formatDays(availableFrom, availableTo),
  },
  { header: 'Owner', cell: ({ owner: { firstName, lastName } }) => `${firstName} ${lastName}` },
  {
    header: 'Document',
    cell: ({ hasContract }) => <StatusBadge status={hasContract ? document : noDocument} />,
  },
  {
    header: 'Escrow',
    cell: ({ escrowStatus }) => <StatusBadge status={escrowStatuses[escrowStatus]} />,
  },
  {
    header: 'Sent to the team',
    cell: ({ reviewRequestedAt }) => <Age instant={reviewRequestedAt} />,
  },
];

const document = { tone: 'good', label: 'Uploaded' } as const;
const noDocument = { tone: 'quiet', label: 'None' } as const;

const emptyTitles: Readonly<Record<QueueStatus, string>> = {
  PENDING: 'Nobody is waiting',
  MORE_INFORMATION: 'No owner has anything to send',
  VERIFIED: 'No verified listings',
  REJECTED: 'No listing was turned down',
  EXPIRED: 'No proof has run out',
};
