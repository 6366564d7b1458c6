import { plural } from '#common/numbers.ts';
import type { AdminMailPageQuery } from '#web/__generated__/AdminMailPageQuery.graphql.ts';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';
import type { ListDefinition } from '#web/admin/table/List.tsx';
import { byTime } from '#web/admin/table/Pager.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import type { Status } from '#web/ui/basics/statuses.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { LocalClock, LocalDay } from '#web/ui/words/LocalTime.tsx';
import styles from './Mail.module.css';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { mailList_resend$key } from '#web/__generated__/mailList_resend.graphql.ts';
import type { mailListResendMutation } from '#web/__generated__/mailListResendMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';

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
      <EmptyState title="No such messages" link={{ to: '/admin/mail', label: 'Show All Mail' }}>
        Try another name or status.
      </EmptyState>
    ),
  columns: [
    {
      header: 'To',
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
      header: 'Message',
      cell: ({ subject, templateLabel }) => (
        <div className={styles.subject}>
          {subject}
          <span className="quiet regular">{templateLabel}</span>
        </div>
      ),
    },
    {
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

/**
 * Resends a message that waits or has failed. Sent messages are not kept, so they have no button.
 */
function ResendButton({ mail }: { mail: mailList_resend$key }) {
  const { id, status, subject, toAddress, mayBeResent } = useFragment<mailList_resend$key>(
    graphql`
      fragment mailList_resend on OutgoingMail {
        id
        status
        subject
        toAddress
        mayBeResent
      }
    `,
    mail,
  );
  const [resend] = useCommand<mailListResendMutation>(graphql`
    mutation mailListResendMutation($input: ResendMailInput!) {
      resendMail(input: $input) {
        ... on ResendMailPayload {
          mail {
            status
            attempts
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const run = async () => {
    await resend({ input: { id } });
    return { title: 'Sending again', description: `“${subject}” is on its way to ${toAddress}` };
  };
  if (!mayBeResent) return null;
  const label = status === 'FAILED' ? 'Resend' : 'Send Now';
  return (
    <ActionButton
      variant="quiet"
      aria-label={`${label}: “${subject}” to ${toAddress}`}
      run={run}
      failed="Could not send again"
    >
      {label}
    </ActionButton>
  );
}
