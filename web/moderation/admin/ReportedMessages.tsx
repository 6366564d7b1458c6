import { lazy, Suspense, useState } from 'react';
import { graphql, fetchQuery, useLazyLoadQuery, useRelayEnvironment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  ReportedMessagesQuery,
  ReportedMessagesQuery$data,
} from '#web/__generated__/ReportedMessagesQuery.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import styles from './ModerationPage.module.css';
import messageStyles from './ReportedMessages.module.css';

const MessageDecisionDialog = lazy(() => import('./MessageDecisionDialog.tsx'));

type ReportedMessageRow = NonNullable<
  ReportedMessagesQuery$data['reportedMessages']
>['edges'][number]['node'];

type MessageDecision = 'dismiss' | 'hide';

interface Asked {
  decision: MessageDecision;
  messageId: string;
  openReportCount: number;
}

const reportedMessagesQuery = graphql`
  query ReportedMessagesQuery {
    reportedMessages(first: 10) {
      edges {
        node {
          messageId
          databaseId
          threadId
          number
          authorName
          weekTitle
          resortName
          openReportCount
          openReports {
            reason
            details
            reporterName
            createdAt
          }
          context {
            number
            side
            text
            sentAt
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`;

export default function ReportedMessages() {
  const environment = useRelayEnvironment();
  const { reportedMessages } = useLazyLoadQuery<ReportedMessagesQuery>(
    reportedMessagesQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setIsOpen] = useState(false);
  const seen = useSeen(isOpen ? asked?.decision : undefined);
  const rows = (reportedMessages?.edges ?? []).map(({ node }) => node);
  const decide = (decision: MessageDecision, message: ReportedMessageRow) => {
    const { messageId, openReportCount } = message;
    setAsked({ decision, messageId, openReportCount });
    setIsOpen(true);
  };
  const refresh = async () => {
    await fetchQuery<ReportedMessagesQuery>(
      environment,
      reportedMessagesQuery,
      {},
      {
        fetchPolicy: 'network-only',
      },
    ).toPromise();
  };
  return (
    <>
      {rows.length === 0 ? (
        <p className="soft breaks">No reported message waits for a decision.</p>
      ) : (
        <ol className={styles.reviews} aria-label="Reported messages">
          {rows.map((message) => (
            <Row key={message.databaseId} message={message} onDecide={decide} />
          ))}
        </ol>
      )}
      {reportedMessages?.pageInfo.hasNextPage && (
        <p className="soft breaks">There are more; they follow once these are decided.</p>
      )}
      <Suspense fallback={null}>
        {asked && seen.includes(asked.decision) && (
          <MessageDecisionDialog
            key={asked.decision}
            name={asked.decision}
            row={asked}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            focusAfter={() => document.getElementById('main')}
            refresh={refresh}
          />
        )}
      </Suspense>
    </>
  );
}

const reasons: Readonly<Record<string, string>> = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  OUTSIDE_PAYMENT: 'Asks to pay or book elsewhere',
  OTHER: 'Something else',
};

interface RowProps {
  message: ReportedMessageRow;
  onDecide: (decision: MessageDecision, message: ReportedMessageRow) => void;
}

function Row({ message, onDecide }: RowProps) {
  const { weekTitle, resortName, threadId, authorName, number, openReports, context } = message;
  return (
    <li className={`stack gap-3 padding-y-4 breaks ${messageStyles.message}`}>
      <p>
        <Link to={`/messages/${threadId}`}>
          Conversation about {weekTitle}, {resortName}
        </Link>
      </p>
      <ul
        className={`stack gap-2 ${messageStyles.context}`}
        aria-label="What was written around it"
      >
        {context.map((each) => (
          <li key={each.number} data-reported={each.number === number}>
            <p className="soft breaks">
              {each.number === number && <strong>Reported. </strong>}
              {each.number === number && authorName ? authorName : each.side.toLowerCase()},{' '}
              <LocalTime instant={each.sentAt} />
            </p>
            <p className="pre-wrap">{each.text}</p>
          </li>
        ))}
      </ul>
      <ul className="stack gap-1" aria-label="Reports">
        {openReports.map(({ reason, details, reporterName, createdAt }) => (
          <li key={reporterName}>
            <strong>{reasons[reason] ?? reason}</strong>
            {details && `: ${details}`}{' '}
            <span className="soft breaks">
              {reporterName}, <LocalTime instant={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="cluster gap-3">
        <Button variant="outlined" color="inherit" onClick={() => onDecide('dismiss', message)}>
          Keep Message
        </Button>
        <Button variant="outlined" color="error" onClick={() => onDecide('hide', message)}>
          Hide Message
        </Button>
      </p>
    </li>
  );
}
