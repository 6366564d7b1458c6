import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useSearchParams } from 'react-router-dom';
import type {
  VerificationQueue_queue$data,
  VerificationQueue_queue$key,
} from '#web/__generated__/VerificationQueue_queue.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatCount, nounFor } from '#common/numbers.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { escrowStatuses } from '#web/ui/basics/statuses.ts';
import { Age } from '#web/admin/Age.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { queuePath, queueStatusIn, type QueueStatus } from '#web/admin/queueStatus.ts';
import styles from './VerificationQueue.module.css';

interface VerificationQueueProps {
  queue: VerificationQueue_queue$key;
}

type Row = VerificationQueue_queue$data['edges'][number]['node'];

export function VerificationQueue({ queue }: VerificationQueueProps) {
  const { totalCount, edges, pageInfo } = useFragment<VerificationQueue_queue$key>(
    queueFragment,
    queue,
  );
  const [params] = useSearchParams();
  const status = queueStatusIn(params);
  const rows = edges.map(({ node }) => node);
  const [oldest] = rows;
  if (!oldest) {
    const isWholeQueue = !params.has('after') && !params.has('before');
    return (
      <EmptyState
        title={isWholeQueue ? emptyTitles[status] : 'Nothing on this page any more'}
        action={
          isWholeQueue ? undefined : (
            <ButtonLink to={queuePath(status)} variant="contained">
              First Page
            </ButtonLink>
          )
        }
      >
        <p>
          {isWholeQueue && status === 'PENDING'
            ? 'Listings appear here as soon as their owners have sent a document. Those without one wait for the owner.'
            : 'What was here has moved on.'}
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="row wrap gap-5 row-gap-3 between">
        <p role="status">
          <strong className="text-22 bold">
            {formatCount(totalCount.value)}
            {totalCount.isCapped && '+'}
          </strong>{' '}
          {nounFor(totalCount.value, 'listing')}
        </p>
        {status === 'PENDING' && (
          <ButtonLink
            to={`/admin/verification/${oldest.databaseId}`}
            variant="contained"
            color="secondary"
          >
            Start Reviewing
          </ButtonLink>
        )}
      </div>
      <DataTable
        label="Listings"
        columns={columnsOf(status)}
        rows={rows}
        keyOf={(row) => row.databaseId}
      />
      <Pager pageInfo={pageInfo} />
    </>
  );
}

const queueFragment = graphql`
  fragment VerificationQueue_queue on OwnListingConnection {
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
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
`;

const listing: Column<Row> = {
  id: 'listing',
  header: 'Listing',
  isRowHeader: true,
  cell: ({ databaseId, title, resort }) => (
    <span className={`stack gap-2px ${styles.listing}`}>
      <Link to={`/admin/verification/${databaseId}`}>{title}</Link>
      <span className="soft regular">{resort.name}</span>
    </span>
  ),
};
const dates: Column<Row> = {
  id: 'dates',
  header: 'Dates',
  cell: ({ availableFrom, availableTo }) => formatDays(availableFrom, availableTo),
};
const owner: Column<Row> = {
  id: 'owner',
  header: 'Owner',
  cell: ({ owner: { firstName, lastName } }) => `${firstName} ${lastName}`,
};
const contract: Column<Row> = {
  id: 'document',
  header: 'Document',
  cell: ({ hasContract }) => <StatusBadge status={hasContract ? document : noDocument} />,
};
const escrow: Column<Row> = {
  id: 'escrow',
  header: 'Escrow',
  cell: ({ escrowStatus }) => <StatusBadge status={escrowStatuses[escrowStatus]} />,
};
const sent: Column<Row> = {
  id: 'sent',
  header: 'Sent to the team',
  cell: ({ reviewRequestedAt }) => <Age instant={reviewRequestedAt} />,
};

const columnsOf = (status: QueueStatus): readonly Column<Row>[] =>
  status === 'VERIFIED'
    ? [listing, dates, owner, contract, escrow, sent]
    : [listing, dates, owner, contract, sent];

const document = { tone: 'good', label: 'Uploaded' } as const;
const noDocument = { tone: 'quiet', label: 'None' } as const;

const emptyTitles: Readonly<Record<QueueStatus, string>> = {
  PENDING: 'Nobody is waiting',
  MORE_INFORMATION: 'No owner has anything to send',
  VERIFIED: 'No verified listings',
  REJECTED: 'No listing was turned down',
  EXPIRED: 'No proof has run out',
};
