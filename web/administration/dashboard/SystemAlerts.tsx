import { Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SystemAlertsQuery } from '#web/__generated__/SystemAlertsQuery.graphql.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { TaskQueue } from '#web/admin/tasks/TaskQueue.tsx';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';
import styles from './AdminPage.module.css';
import { partNames } from './partNames.ts';

export function SystemAlerts() {
  return (
    <DialogButton
      label="System Alerts"
      name="alerts"
      title="System Alerts"
      isWide
      variant="quiet"
      startIcon={<Icon name="bell" size={20} />}
    >
      <SectionBoundary message="The alerts could not be loaded" attempt="alerts">
        <Suspense fallback={<Skeleton width="100%" height="160px" radius="14px" />}>
          <Alerts />
        </Suspense>
      </SectionBoundary>
    </DialogButton>
  );
}

const systemAlertsQuery = graphql`
  query SystemAlertsQuery {
    adminTasks {
      queue {
        __typename
      }
      ...TaskQueue_tasks
    }
    reconciliation {
      differences {
        words
        bookingId
      }
    }
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
    }
  }
`;

function Alerts() {
  const { adminTasks, reconciliation, systemStatus } =
    useStoredFirst<SystemAlertsQuery>(systemAlertsQuery);
  const alerts = (systemStatus ?? []).filter(({ state }) => state !== 'OK');
  const differences = reconciliation?.differences ?? [];
  const isWaiting = (adminTasks?.queue.length ?? 0) > 0;
  if (alerts.length === 0 && !isWaiting) {
    return <p role="status">Everything works, and nothing waits for the team.</p>;
  }
  return (
    <>
      {adminTasks && isWaiting && <TaskQueue tasks={adminTasks} />}
      {differences.length > 0 && (
        <ul className={`ruled ${styles.parts}`} aria-label="Differences in the books">
          {differences.map(({ words, bookingId }) => (
            <li key={`${bookingId} ${words}`}>
              <span className={styles.light} data-state="FAILING" aria-hidden="true" />
              <p>
                {words} {bookingId && <Link to={`/bookings/${bookingId}`}>Show the booking</Link>}
              </p>
            </li>
          ))}
        </ul>
      )}
      {alerts.length === 0 ? (
        <p>Database, jobs, mail and storage work.</p>
      ) : (
        <ul className={`ruled ${styles.parts}`} aria-label="Alerts">
          {alerts.map(({ name, state, detail, lastError, lastErrorDetails }) => (
            <li key={name}>
              <span className={styles.light} data-state={state} aria-hidden="true" />
              <div>
                <p className="semibold">{partNames[name] ?? name}</p>
                <p>{detail}</p>
                {lastError && <p className="quiet breaks">Last error: {lastError}</p>}
                <FailureDetails text={lastErrorDetails} of={partNames[name] ?? name} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
