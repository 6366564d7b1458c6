import { lazy, Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ReportedMessagesQuery } from '#web/__generated__/ReportedMessagesQuery.graphql.ts';
import { fraudReasons, type FraudReason } from '#common/fraudReasons.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import messageStyles from './ReportedMessages.module.css';

const MessageDecisionDialog = lazy(() => import('./MessageDecisionDialog.tsx'));

type ReportedMessageRow = RowOf<ReportedMessagesQuery, 'reportedMessages'>;

interface Asked extends Pick<ReportedMessageRow, 'messageId' | 'openReportCount'> {
  decision: 'dismiss' | 'hide';
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
            signs
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
  const { reportedMessages } = useStoredFirst<ReportedMessagesQuery>(reportedMessagesQuery);
  const { target: asked, open, dialog } = useTarget<Asked>(() => document.getElementById('main'));
  const seen = useSeen(dialog.isOpen ? asked?.decision : undefined);
  const rows = (reportedMessages?.edges ?? []).map(({ node }) => node);
  const refresh = useRefresh(reportedMessagesQuery, { variables: {} });
  return (
    <>
      {rows.length === 0 ? (
        <p className="soft breaks">No reported message waits for a decision.</p>
      ) : (
        <ol className="stack ruled" aria-label="Reported messages">
          {rows.map((message) => (
            <Row key={message.databaseId} message={message} onDecide={open} />
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
            {...dialog}
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
  WARNING: 'Signs of fraud',
};

const signWords = (signs: readonly string[]): string =>
  signs.map((sign) => fraudReasons[sign as FraudReason]?.team ?? sign).join('; ');

interface RowProps {
  message: ReportedMessageRow;
  onDecide: (asked: Asked) => void;
}

function Row({ message, onDecide }: RowProps) {
  const { weekTitle, resortName, threadId, authorName, number, openReports, context } = message;
  const { messageId, openReportCount } = message;
  const decide = (decision: Asked['decision']) =>
    onDecide({ decision, messageId, openReportCount });
  return (
    <li className="stack gap-3 padding-y-4 breaks">
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
        {openReports.map(({ reason, details, signs, reporterName, createdAt }) => (
          <li key={reporterName}>
            <strong>{reasons[reason] ?? reason}</strong>
            {details && `: ${details}`}
            {signs.length > 0 && `: ${signWords(signs)}`}{' '}
            <span className="soft breaks">
              {reporterName}, <LocalTime instant={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="cluster gap-3">
        <Button variant="quiet" onClick={() => decide('dismiss')}>
          Keep Message
        </Button>
        <Button variant="outlined" color="error" onClick={() => decide('hide')}>
          Hide Message
        </Button>
      </p>
    </li>
  );
}
