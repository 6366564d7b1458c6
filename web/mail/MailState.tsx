import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MailState_queue$key } from '../__generated__/MailState_queue.graphql.ts';
import { formatCount } from '#common/numbers.ts';
import { FailureDetails } from '../admin/facts/FailureDetails.tsx';
import styles from './Mail.module.css';

/** The server counts no further than this. */
const countedAtMost = 1_000;

export function MailState({ queue }: { queue: MailState_queue$key }) {
  const { isConfigured, waiting, failed, lastError, lastErrorDetails } =
    useFragment<MailState_queue$key>(
      graphql`
        fragment MailState_queue on MailQueue {
          isConfigured
          waiting
          failed
          lastError
          lastErrorDetails
        }
      `,
      queue,
    );
  return (
    <div className={`cluster gap-3 ${styles.figures}`}>
      <Link
        to="/admin/mail?status=waiting"
        className={`gap-2 baseline card undecorated edged-on-hover ${styles.figure}`}
      >
        <strong>{counted(waiting)}</strong> waiting
      </Link>
      <Link
        to="/admin/mail?status=failed"
        className={`gap-2 baseline card undecorated edged-on-hover ${styles.figure} ${failed > 0 ? styles.bad : ''}`}
      >
        <strong>{counted(failed)}</strong> given up
      </Link>
      {!isConfigured && (
        <p className="notice text-15-5 breaks">
          There is no mail server yet, so messages wait.{' '}
          <Link to="/admin/settings">Open the SMTP settings</Link>
        </p>
      )}
      {isConfigured && lastError && waiting + failed > 0 && (
        <div className="notice text-15-5 breaks">
          <p>The last error: {lastError}</p>
          <FailureDetails text={lastErrorDetails} of="the last error" />
        </div>
      )}
    </div>
  );
}

const counted = (count: number): string =>
  `${formatCount(count)}${count >= countedAtMost ? '+' : ''}`;
