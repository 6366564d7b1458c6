import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { SystemStatusQuery } from '#web/__generated__/SystemStatusQuery.graphql.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import { timeAgo } from '#web/ui/words/dates.ts';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import styles from './AdminPage.module.css';
import { partNames } from './partNames.ts';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import type {
  SystemStatusJobMutation,
  JobDecision,
} from '#web/__generated__/SystemStatusJobMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import type { NewToast } from '#web/ui/feedback/toastStore.ts';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';

const systemStatusQuery = graphql`
  query SystemStatusQuery {
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
      lastErrorAt
      givenUpJobs {
        number
        name
        givenUpAt
        lastError
        lastErrorDetails
      }
    }
  }
`;

/** The status of each part of Tideweek, checked when the page was opened. */
export default function SystemStatus() {
  const [now] = useState(Date.now);
  const { systemStatus } = useStoredFirst<SystemStatusQuery>(systemStatusQuery);
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
        {parts.map(
          ({ name, state, detail, lastError, lastErrorDetails, lastErrorAt, givenUpJobs }) => (
            <li key={name}>
              <span className={styles.light} data-state={state} aria-hidden="true" />
              <div>
                <p className="semibold">{titleOf(name, state)}</p>
                <p className="quiet breaks">{detail}</p>
                {lastError && (
                  <p className="quiet breaks">
                    Last error{lastErrorAt && ` (${timeAgo(lastErrorAt, now)})`}: {lastError}
                  </p>
                )}
                <FailureDetails text={lastErrorDetails} of={partNames[name] ?? name} />
                <GivenUpJobs jobs={givenUpJobs} now={now} refresh={refresh} />
              </div>
            </li>
          ),
        )}
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

interface GivenUpJobsProps {
  jobs: readonly Job[];
  now: number;
  refresh: () => Promise<void>;
}

type Job = NonNullable<
  SystemStatusQuery['response']['systemStatus']
>[number]['givenUpJobs'][number];

function GivenUpJobs({ jobs, now, refresh }: GivenUpJobsProps) {
  const [decideJob] = useCommand<SystemStatusJobMutation>(graphql`
    mutation SystemStatusJobMutation($input: DecideJobInput!) {
      decideJob(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { target: dropped, open: askToDrop, dialog } = useTarget<Job>(main);

  // Reloaded after another administrator's decision too.
  const decide = ({ number }: Job, decision: JobDecision) =>
    decideJob({ input: { number, decision } }).finally(refresh);
  const retry = async (job: Job) => {
    await decide(job, 'RETRY');
    main()?.focus();
    return { title: 'The job runs again', description: job.name };
  };
  return (
    <>
      {jobs.length > 0 && (
        <ul
          id="jobs"
          className={`stack margin-top-3 tile ruled breaks ${styles.jobs}`}
          aria-label="Jobs to try again or drop"
        >
          {jobs.map((job) => (
            <JobRow
              key={job.number}
              job={job}
              now={now}
              onRetry={() => retry(job)}
              onDrop={() => askToDrop(job)}
            />
          ))}
        </ul>
      )}
      {dropped && (
        <DeleteDialog
          title="Drop Job"
          {...dialog}
          words={{ submit: 'Drop', sending: 'Dropping…' }}
          run={async () => {
            await decide(dropped, 'DROP');
            return { title: 'Job dropped', description: dropped.name };
          }}
          failed={{ title: 'The job was not dropped', description: 'Please try again' }}
        >
          <p>
            Drop the job “{dropped.name}”? What it should have done stays undone, and it cannot be
            brought back. A periodic job runs again at its next time.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}

const main = () => document.querySelector('main');

interface JobRowProps {
  job: Job;
  now: number;
  onRetry: () => Promise<NewToast>;
  onDrop: () => void;
}

function JobRow({ job, now, onRetry, onDrop }: JobRowProps) {
  const { name, givenUpAt, lastError, lastErrorDetails } = job;
  return (
    <li>
      <p className={`semibold ${styles.partName}`}>{name}</p>
      <p className="quiet breaks">
        Given up {timeAgo(givenUpAt, now)}
        {lastError && `: ${lastError}`}
      </p>
      <FailureDetails text={lastErrorDetails} of={name} />
      <div className={`cluster gap-3 ${styles.ways}`}>
        <ActionButton
          size="small"
          variant="quiet"
          aria-label={`Try Again: ${name}`}
          run={onRetry}
          failed="The job was not tried again"
        >
          Try Again
        </ActionButton>
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={`Drop: ${name}`}
          aria-haspopup="dialog"
          onClick={onDrop}
        >
          Drop
        </Button>
      </div>
    </li>
  );
}
