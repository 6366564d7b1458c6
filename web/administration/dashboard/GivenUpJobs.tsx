import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  GivenUpJobs_part$data,
  GivenUpJobs_part$key,
} from '#web/__generated__/GivenUpJobs_part.graphql.ts';
import type {
  GivenUpJobsMutation,
  JobDecision,
} from '#web/__generated__/GivenUpJobsMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import type { NewToast } from '#web/ui/feedback/toastStore.ts';
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
  const [decideJob] = useCommand<GivenUpJobsMutation>(graphql`
    mutation GivenUpJobsMutation($input: DecideJobInput!) {
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
      <p className={styles.partName}>{name}</p>
      <p className="quiet breaks">
        Given up {timeAgo(givenUpAt, now)}
        {lastError && `: ${lastError}`}
      </p>
      <FailureDetails text={lastErrorDetails} of={name} />
      <div className={styles.ways}>
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
