import { plural } from '#common/numbers.ts';
import type { AdminMailPageQuery } from '../__generated__/AdminMailPageQuery.graphql.ts';
import { FailureDetails } from '../admin/facts/FailureDetails.tsx';
import type { ListDefinition } from '../admin/table/List.tsx';
import { byTime } from '../admin/table/Pager.tsx';
import type { RowOf } from '../admin/table/RowDialogs.tsx';
import { Button } from '../ui/basics/Button.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import type { Status } from '../ui/basics/statuses.ts';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { EmailText } from '../ui/words/EmailText.tsx';
import { LocalClock, LocalDay } from '../ui/words/LocalTime.tsx';
import styles from './Mail.module.css';
import { ResendButton } from './ResendButton.tsx';

type Mail = RowOf<AdminMailPageQuery, 'mails'>;

export const statusChoices = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting', is: 'WAITING' },
  { value: 'sent', label: 'Sent', is: 'SENT' },
  { value: 'failed', label: 'Given up', is: 'FAILED' },
] as const;

const statuses: Readonly<Record<string, Status>> = {
  WAITING: { tone: 'open', label: 'Waiting' },
  SENT: { tone: 'good', label: 'Sent' },
  FAILED: { tone: 'bad', label: 'Given up' },
};

/** The log of outgoing mail. Its cells get the function that opens a message. */
export const mailList: ListDefinition<Mail, never, (id: string) => void> = {
  name: 'Outgoing mail',
  noun: 'message',
  keyOf: ({ id }) => id,
  pageSize: 20,
  pages: byTime,
  search: 'Recipient: name or address',
  filters: [{ name: 'status', label: 'Status', choices: statusChoices }],
  none: ({ address }) =>
    address.search === '' && !address.filters['status'] ? (
      <EmptyState title="No mail yet">What the site writes to people is listed here.</EmptyState>
    ) : (
      <EmptyState
        title="No such messages"
        action={
          <ButtonLink to="/admin/mail" variant="quiet">
            Show All Mail
          </ButtonLink>
        }
      >
        Try another name or status.
      </EmptyState>
    ),
  columns: [
    {
      id: 'recipient',
      header: 'To',
      isRowHeader: true,
      cell: ({ toName, toAddress }) => (
        <div className={styles.recipient}>
          {toName || <EmailText email={toAddress} />}
          {toName !== '' && (
            <span className="quiet regular">
              <EmailText email={toAddress} />
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'subject',
      header: 'Message',
      cell: ({ subject, templateLabel }) => (
        <div className={styles.subject}>
          {subject}
          <span className="quiet regular">{templateLabel}</span>
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status, attempts, lastError, lastErrorDetails, sentAt, subject, toAddress }) => (
        <div className={styles.status}>
          <StatusBadge status={statuses[status] ?? { tone: 'quiet', label: status }} />
          {(attempts > 1 || (attempts === 1 && sentAt === null)) && (
            <span className="quiet regular">{plural(attempts, 'try')}</span>
          )}
          {lastError && (
            <span className={`margin-top-1 red text-14 ${styles.error}`}>{lastError}</span>
          )}
          <FailureDetails text={lastErrorDetails} of={`“${subject}” to ${toAddress}`} />
        </div>
      ),
    },
    {
      id: 'createdAt',
      header: 'Written',
      cell: ({ createdAt }) => (
        <span className={`text-15 ${styles.time}`}>
          <LocalDay instant={createdAt} />
          <span className="quiet regular">
            <LocalClock instant={createdAt} />
          </span>
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (mail, _table, open) => (
        <div className={`wrap gap-2 to-end ${styles.rowActions}`}>
          <Button
            variant="text"
            color="inherit"
            aria-haspopup="dialog"
            aria-label={`Preview of “${mail.subject}” to ${mail.toAddress}`}
            onClick={() => open(mail.id)}
          >
            Preview
          </Button>
          <ResendButton mail={mail} />
        </div>
      ),
    },
  ],
};
