import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { MailNoticeQuery } from '#web/__generated__/MailNoticeQuery.graphql.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural, verbFor } from '#common/numbers.ts';
import styles from './Notice.module.css';

/** Warns administrators that mail waits or fails, with the reason. */
export default function MailNotice() {
  const { viewer } = useLazyLoadQuery<MailNoticeQuery>(
    graphql`
      query MailNoticeQuery {
        viewer {
          mailQueue {
            isConfigured
            waiting
            failed
            lastError
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const queue = viewer?.mailQueue;
  const text = queue && textOf(queue);
  if (!text) return null;
  return (
    <aside className={styles.notice} aria-label="Outgoing mail">
      <Icon name="mail" size={26} />
      <p className="breaks">
        <strong>Outgoing mail.</strong> {text}
      </p>
    </aside>
  );
}

interface Queue {
  readonly isConfigured: boolean;
  readonly waiting: number;
  readonly failed: number;
  readonly lastError: string | null | undefined;
}

function textOf({ isConfigured, waiting, failed, lastError }: Queue): string | undefined {
  if (!isConfigured && waiting > 0) {
    return `There are no SMTP settings yet: ${plural(waiting, 'message')} will be sent once there are.`;
  }
  // Retries usually fix a single failure; an administrator can fix lasting failures.
  if (failed > 0) {
    return `${plural(failed, 'message')} could not be sent. ${answer(lastError)}`;
  }
  if (waiting > 0 && lastError) {
    return `${plural(waiting, 'message')} ${verbFor(waiting, 'wait')} to be sent. ${answer(lastError)}`;
  }
  return undefined;
}

const answer = (lastError: string | null | undefined): string =>
  lastError ? `The last answer was: ${lastError}` : '';
