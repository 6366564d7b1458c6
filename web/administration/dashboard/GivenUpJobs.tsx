import { graphql, useFragment } from 'react-relay/hooks';
import type {
  GivenUpJobs_part$data,
  GivenUpJobs_part$key,
} from '#web/__generated__/GivenUpJobs_part.graphql.ts';
import type {
  GivenUpJobsMutation,
  JobDecision,
} from '#web/__generated__/GivenUpJobsMutation.graphql.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import { timeAgo } from '#web/ui/words/dates.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';
import styles from './AdminPage.module.css';

interface GivenUpJobsProps {
  part: GivenUpJobs_part$key;
  now: number;
  refresh: () => Promise<void>;
}

type Job = GivenUpJobs_part$data['givenUpJobs'][number];

/** The jobs that no longer retry automatically, to run again or drop. */
export function GivenUpJobs({ part, now, refresh }: GivenUpJobsProps) {
  const { givenUpJobs } = useFragment<GivenUpJobs_part$key>(
    graphql`
      fragment GivenUpJobs_part on SystemPart {
        givenUpJobs {
          number
          name
          givenUpAt
          lastError
          lastErrorDetails
        }
      }
    `,
    part,
  );
  const [decideJob, isDeciding] = useMutation<GivenUpJobsMutation>(graphql`
    mutation GivenUpJobsMutation($input: DecideJobInput!) {
      decideJob(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { target: dropped, open: askToDrop, dialog } = useTarget<Job>(main);

  const decide = async ({ number }: Job, decision: JobDecision) => {
    const { decideJob: answer } = await decideJob({ input: { number, decision } });
    // Also after another administrator's decision.
    await refresh();
    assertAccepted(answer);
  };
  const retry = async (job: Job) => {
    if (isDeciding) return;
    try {
      await decide(job, 'RETRY');
      showToast({ title: 'The job runs again', description: job.name });
      main()?.focus();
    } catch (error) {
      showFailure('The job was not tried again', error);
    }
  };
  return (
    <>
      {givenUpJobs.length > 0 && (
        <ul
          id="jobs"
          className={`stack margin-top-3 tile breaks ${styles.jobs}`}
          aria-label="Jobs to try again or drop"
        >
          {givenUpJobs.map((job) => (
            <JobRow
              key={job.number}
              job={job}
              now={now}
              isBusy={isDeciding}
              onRetry={() => void retry(job)}
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
  isBusy: boolean;
  onRetry: () => void;
  onDrop: () => void;
}

function JobRow({ job, now, isBusy, onRetry, onDrop }: JobRowProps) {
  const { name, givenUpAt, lastError, lastErrorDetails } = job;
  return (
    <li>
      <p className={styles.partName}>{name}</p>
      <p className="quiet breaks">
        Given up {timeAgo(givenUpAt, now)}
        {lastError && `: ${lastError}`}
      </p>
      <FailureDetails text={lastErrorDetails} of={name} />
      <div className={styles.ways}>
        <Button
          size="small"
          variant="quiet"
          aria-label={`Try Again: ${name}`}
          aria-busy={isBusy}
          onClick={onRetry}
        >
          Try Again
        </Button>
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
