import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { TaskQueue_tasks$key } from '#web/__generated__/TaskQueue_tasks.graphql.ts';
import { dueInWords, formatMoment, timeAgo } from '#web/ui/words/dates.ts';
import { formatCount } from '#common/numbers.ts';
import styles from './TaskQueue.module.css';
import { taskWords } from './taskWords.ts';

export function TaskQueue({ tasks }: { tasks: TaskQueue_tasks$key }) {
  const { queue } = useFragment<TaskQueue_tasks$key>(
    graphql`
      fragment TaskQueue_tasks on AdminTasks {
        queue {
          kind
          count {
            value
            isCapped
          }
          since
          dueAt
        }
      }
    `,
    tasks,
  );
  const [now] = useState(Date.now);
  if (queue.length === 0) return <p role="status">Nothing waits for the team.</p>;
  return (
    <ul className={`stack ruled ${styles.queue}`} aria-label="Waiting for the team">
      {queue.map(({ kind, count, since, dueAt }) => {
        const words = taskWords(kind, count.value);
        if (!words) return null;
        const isUrgent = kind === 'DISPUTE' || (dueAt != null && Date.parse(dueAt) - now < urgent);
        return (
          <li className="bar gap-4 row-gap-0" key={kind} data-urgent={isUrgent}>
            <Link to={words.to}>
              <strong>
                {formatCount(count.value)}
                {count.isCapped && '+'}
              </strong>{' '}
              {words.text}
            </Link>
            <p className={`cluster gap-3 row-gap-0 text-15 ${styles.age}`}>
              {since && (
                <span>
                  {count.value > 1 ? 'oldest ' : ''}
                  <time dateTime={since} title={formatMoment(since)} suppressHydrationWarning>
                    {timeAgo(since, now)}
                  </time>
                </span>
              )}
              {dueAt && (
                <strong>
                  <time dateTime={dueAt} title={formatMoment(dueAt)} suppressHydrationWarning>
                    {dueInWords(Date.parse(dueAt) - now)}
                  </time>
                </strong>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Milliseconds before a deadline from which it is shown as urgent. */
const urgent = 48 * 3_600_000;
