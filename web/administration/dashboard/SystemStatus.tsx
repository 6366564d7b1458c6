import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { SystemStatusQuery } from '#web/__generated__/SystemStatusQuery.graphql.ts';
import { timeAgo } from '#web/ui/words/dates.ts';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import styles from './AdminPage.module.css';
import { GivenUpJobs } from './GivenUpJobs.tsx';
import { partNames } from './partNames.ts';

const systemStatusQuery = graphql`
  query SystemStatusQuery {
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
      lastErrorAt
      ...GivenUpJobs_part
    }
  }
`;

/** The status of each part of Tideweek, checked when the page was opened. */
export default function SystemStatus() {
  const [now] = useState(Date.now);
  const { systemStatus } = useLazyLoadQuery<SystemStatusQuery>(
    systemStatusQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const refresh = useRefresh(systemStatusQuery, { variables: {} });
  const parts = systemStatus ?? [];
  const isOnline = parts.every(({ state }) => state !== 'FAILING');
  return (
    <>
      <p className={`row gap-2 semibold ${styles.online}`} role="status">
        <span className={styles.light} data-state={isOnline ? 'OK' : 'FAILING'} />
        {isOnline ? 'Online' : 'Parts are failing'}
      </p>
      <ul className={`ruled ${styles.parts}`}>
        {parts.map(({ name, state, detail, lastError, lastErrorDetails, lastErrorAt, ...part }) => (
          <li key={name}>
            <span className={styles.light} data-state={state} aria-hidden="true" />
            <div>
              <p className={styles.partName}>{titleOf(name, state)}</p>
              <p className="quiet breaks">{detail}</p>
              {lastError && (
                <p className="quiet breaks">
                  Last error{lastErrorAt && ` (${timeAgo(lastErrorAt, now)})`}: {lastError}
                </p>
              )}
              <FailureDetails text={lastErrorDetails} of={partNames[name] ?? name} />
              <GivenUpJobs part={part} now={now} refresh={refresh} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function titleOf(name: string, state: string): string {
  if (name === 'DATABASE' && state === 'OK') return 'Database Connected';
  const states: Readonly<Record<string, string>> = {
    OK: 'working',
    WARNING: 'needs a look',
    FAILING: 'failing',
  };
  return `${partNames[name] ?? name}: ${states[state] ?? state}`;
}
