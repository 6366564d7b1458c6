import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { Bubble_message$key } from '#web/__generated__/Bubble_message.graphql.ts';
import { Link } from 'react-router-dom';
import { fraudReasons, type FraudReason } from '#common/fraudReasons.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useLazyDialog } from '#web/ui/dialogs/useLazyDialog.ts';
import styles from './Bubble.module.css';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import type { WaitingMessage } from './useSending.ts';
import { LocalClock } from '#web/ui/words/LocalTime.tsx';

const loadReportDialog = () => import('./ReportMessageDialog.tsx');
const ReportMessageDialog = lazy(loadReportDialog);

interface BubbleProps {
  message: Bubble_message$key;
  /** The reader's side; null for the team. */
  side: string | null;
  name: string;
}

export function Bubble({ message, side, name }: BubbleProps) {
  const data = useFragment<Bubble_message$key>(
    graphql`
      fragment Bubble_message on Message {
        id
        side
        text
        isMine
        hidesContacts
        warnings
        isHidden
        sentAt
      }
    `,
    message,
  );
  const { id, text, isMine, hidesContacts, warnings, isHidden, sentAt } = data;
  const author = isMine ? 'You' : side ? name : data.side === 'OWNER' ? 'Owner' : 'Traveler';
  const isRight = isMine || (side === null && data.side === 'TRAVELER');
  return (
    <li className={`stack gap-2px to-left ${styles.row}`} data-mine={isRight}>
      <div className={`padding-3-4 on-foam breaks ${styles.bubble}`}>
        <p className={side === null ? 'text-14 bold' : 'visuallyHidden'}>{author}</p>
        {isHidden && side !== null ? (
          <p className={styles.removed}>Removed by our team after a report.</p>
        ) : (
          <p className="pre-wrap">
            <MaskedText text={text} />
          </p>
        )}
        {hidesContacts && (
          <p className={`flex gap-6px at-top margin-top-2 text-14 ${styles.note}`}>
            <Icon name="lock" size={16} />
            {isMine
              ? `Contact details are hidden from ${name} until the booking is confirmed`
              : 'Hidden until the booking is confirmed'}
          </p>
        )}
      </div>
      {warnings.length > 0 && <Warning reasons={warnings} isMine={isMine} name={name} />}
      <p className={styles.meta}>
        <LocalClock instant={sentAt} />
        {!isMine && side !== null && !isHidden && <Report messageId={id} name={name} />}
      </p>
    </li>
  );
}

interface WarningProps {
  reasons: readonly string[];
  isMine: boolean;
  name: string;
}

function Warning({ reasons, isMine, name }: WarningProps) {
  const found = reasons.flatMap((reason) => fraudReasons[reason as FraudReason] ?? []);
  return (
    <aside
      className={`flex gap-3 at-top padding-3-4 rounded on-sun text-15 ${styles.warning}`}
      aria-label={isMine ? 'About your message' : 'Take care'}
    >
      <Icon name="shield" size={20} />
      {isMine ? (
        <p>
          This message reads as if it {found.map(({ writer }) => writer).join(', and ')}. {name}{' '}
          sees a note about safe payment with it, and our team may look at it. If you meant
          something else, you need not do anything.
        </p>
      ) : (
        <div className="stack gap-1">
          <p className="semibold">Take care before you act on this message</p>
          {found.map(({ reader }) => (
            <p key={reader}>{reader}</p>
          ))}
          <Link to="/safety">How to recognise a scam</Link>
        </div>
      )}
    </aside>
  );
}

function Report({ messageId, name }: { messageId: string; name: string }) {
  const { button, dialog } = useLazyDialog(loadReportDialog);
  return (
    <>
      <button type="button" className={`${styles.report}`} {...button}>
        Report<span className="visuallyHidden"> this message by {name}</span>
      </button>
      {dialog && (
        <Suspense fallback={null}>
          <ReportMessageDialog messageId={messageId} name={name} {...dialog} />
        </Suspense>
      )}
    </>
  );
}

interface WaitingBubbleProps {
  message: WaitingMessage;
  onRetry: () => void;
}

export function WaitingBubble({ message: { text, failure }, onRetry }: WaitingBubbleProps) {
  return (
    <div className={`stack gap-2px to-left ${styles.row}`} data-mine="true">
      <div className={`padding-3-4 on-foam breaks ${styles.bubble}`} data-waiting="true">
        <p className="pre-wrap">{text}</p>
      </div>
      <p className={styles.meta} role="status">
        {failure === undefined ? (
          'Sending…'
        ) : (
          <>
            <span className="red medium">Not sent. {failure}</span>
            <button type="button" className={`${styles.report}`} onClick={onRetry}>
              Try again
            </button>
          </>
        )}
      </p>
    </div>
  );
}
