import { Button } from '../ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import type {
  MailLog_query$data,
  MailLog_query$key,
} from '../__generated__/MailLog_query.graphql.ts';
import { useNextLocation } from '../page/useNextLocation.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmailText } from '../ui/words/EmailText.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import type { Status } from '../ui/basics/statuses.ts';
import { plural } from '#common/numbers.ts';
import { Select } from '../ui/forms/fields/Select.tsx';
import { DataTable, type Column } from '../admin/table/DataTable.tsx';
import { FailureDetails } from '../admin/facts/FailureDetails.tsx';
import styles from './Mail.module.css';
import { mailPath, mailSearchOf, type MailSearch } from './mailUrl.ts';
import { ResendButton } from './ResendButton.tsx';
import { LocalClock, LocalDay } from '../ui/words/LocalTime.tsx';

interface MailLogProps {
  query: MailLog_query$key;
  onPreview: (id: string) => void;
}

type Mail = NonNullable<MailLog_query$data['mails']>['edges'][number]['node'];

const statuses: Readonly<Record<string, Status>> = {
  WAITING: { tone: 'open', label: 'Waiting' },
  SENT: { tone: 'good', label: 'Sent' },
  FAILED: { tone: 'bad', label: 'Given up' },
};

export function MailLog({ query, onPreview }: MailLogProps) {
  const { mails } = useFragment<MailLog_query$key>(
    graphql`
      fragment MailLog_query on Query
      @argumentDefinitions(
        status: { type: "MailStatus" }
        recipient: { type: "String" }
        first: { type: "Int" }
        after: { type: "String" }
        last: { type: "Int" }
        before: { type: "String" }
      ) {
        mails(
          status: $status
          recipient: $recipient
          first: $first
          after: $after
          last: $last
          before: $before
        ) {
          edges {
            node {
              id
              toName
              toAddress
              subject
              templateLabel
              status
              attempts
              lastError
              lastErrorDetails
              createdAt
              sentAt
              ...ResendButton_mail
            }
          }
          pageInfo {
            startCursor
            endCursor
            hasNextPage
            hasPreviousPage
          }
        }
      }
    `,
    query,
  );
  const [params] = useSearchParams();
  const search = mailSearchOf(params);
  const navigate = useNavigate();
  const { readNext } = useNextLocation();
  const go = (changed: MailSearch) =>
    void navigate(mailPath(changed), { preventScrollReset: true });
  // The latest search may still be loading.
  const change = (changes: Partial<MailSearch>) => {
    const { pathname, search: params } = readNext();
    const asked = pathname === '/admin/mail' ? mailSearchOf(new URLSearchParams(params)) : search;
    go({ ...withoutPage(asked), ...changes });
  };
  const { state, location } = useNavigation();
  const rows = mails?.edges.map(({ node }) => node) ?? [];
  const pageInfo = mails?.pageInfo;

  return (
    <>
      <MailFilters search={search} onChange={change} />
      <p role="status" className="visuallyHidden">
        {`${plural(rows.length, 'message')} on this page`}
      </p>
      {rows.length === 0 ? (
        <NoMail isNarrowed={search.status !== undefined || search.recipient !== ''} />
      ) : (
        <DataTable
          label="Outgoing mail"
          columns={columnsOf(onPreview)}
          rows={rows}
          keyOf={({ id }) => id}
          isStale={state === 'loading' && location.pathname === '/admin/mail'}
        />
      )}
      {pageInfo && (pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <PageButtons pageInfo={pageInfo} search={search} onSearch={go} />
      )}
    </>
  );
}

const columnsOf = (onPreview: (id: string) => void): readonly Column<Mail>[] => [
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
  { id: 'status', header: 'Status', cell: (mail) => <Status mail={mail} /> },
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
    cell: (mail) => (
      <div className={`wrap gap-2 to-end ${styles.rowActions}`}>
        <Button
          variant="text"
          color="inherit"
          aria-haspopup="dialog"
          aria-label={`Preview of “${mail.subject}” to ${mail.toAddress}`}
          onClick={() => onPreview(mail.id)}
        >
          Preview
        </Button>
        <ResendButton mail={mail} />
      </div>
    ),
  },
];

interface MailFiltersProps {
  search: MailSearch;
  onChange: (changes: Partial<MailSearch>) => void;
}

function MailFilters({ search, onChange }: MailFiltersProps) {
  return (
    <div className="cluster gap-3">
      <RecipientSearch
        key={search.recipient}
        recipient={search.recipient}
        onSearch={(recipient) => onChange({ recipient })}
      />
      <Select
        label="Status"
        choices={statusChoices}
        value={search.status ?? 'ALL'}
        onChange={(status) => onChange({ status: status === 'ALL' ? undefined : status })}
      />
    </div>
  );
}

const statusChoices = [
  { value: 'ALL', label: 'All' },
  { value: 'WAITING', label: 'Waiting' },
  { value: 'SENT', label: 'Sent' },
  { value: 'FAILED', label: 'Given up' },
] as const;

interface NoMailProps {
  isNarrowed: boolean;
}

function NoMail({ isNarrowed }: NoMailProps) {
  return (
    <EmptyState
      title={isNarrowed ? 'No such messages' : 'No mail yet'}
      action={
        isNarrowed && (
          <ButtonLink to="/admin/mail" variant="outlined" color="inherit">
            Show All Mail
          </ButtonLink>
        )
      }
    >
      {isNarrowed
        ? 'Try another name or status.'
        : 'What the site writes to people is listed here.'}
    </EmptyState>
  );
}

interface StatusProps {
  mail: Mail;
}

function Status({ mail }: StatusProps) {
  const { status, attempts, lastError, lastErrorDetails, sentAt, subject, toAddress } = mail;
  return (
    <div className={styles.status}>
      <StatusBadge status={statuses[status] ?? { tone: 'quiet', label: status }} />
      {attempts > 1 || (attempts === 1 && sentAt === null) ? (
        <span className="quiet regular">{plural(attempts, 'try')}</span>
      ) : null}
      {lastError && <span className={`red text-14 ${styles.error}`}>{lastError}</span>}
      <FailureDetails text={lastErrorDetails} of={`“${subject}” to ${toAddress}`} />
    </div>
  );
}

interface RecipientSearchProps {
  recipient: string;
  onSearch: (recipient: string) => void;
}

function RecipientSearch({ recipient, onSearch }: RecipientSearchProps) {
  const [text, setText] = useState(recipient);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <label htmlFor="mail-recipient">Recipient</label>
      <input
        id="mail-recipient"
        type="search"
        value={text}
        placeholder="Name or address"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" size={20} />
      </button>
    </form>
  );
}

interface PageButtonsProps {
  pageInfo: NonNullable<MailLog_query$data['mails']>['pageInfo'];
  search: MailSearch;
  onSearch: (search: MailSearch) => void;
}

function PageButtons({ pageInfo, search, onSearch }: PageButtonsProps) {
  return (
    <nav className="flex gap-3 to-end" aria-label="Pages">
      <PageButton
        label="Newer"
        isThere={pageInfo.hasPreviousPage}
        onClick={() => onSearch({ ...withoutPage(search), before: pageInfo.startCursor ?? '' })}
      />
      <PageButton
        label="Older"
        isThere={pageInfo.hasNextPage}
        onClick={() => onSearch({ ...withoutPage(search), after: pageInfo.endCursor ?? '' })}
      />
    </nav>
  );
}

const withoutPage = ({ status, recipient }: MailSearch): MailSearch => ({ status, recipient });

interface PageButtonProps {
  label: string;
  isThere: boolean;
  onClick: () => void;
}

function PageButton({ label, isThere, onClick }: PageButtonProps) {
  return (
    <Button variant="outlined" color="inherit" disabled={!isThere} onClick={onClick}>
      {label}
    </Button>
  );
}
