import { useState } from 'react';
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
        __typename
        ... on Error {
          message
        }
      }
    }
  `);
  const [dropped, setDropped] = useState<Job>();
  const [isAsking, setIsAsking] = useState(false);

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
          className={`stack margin-top-3 rounded on-foam breaks ${styles.jobs}`}
          aria-label="Jobs to try again or drop"
        >
          {givenUpJobs.map((job) => (
            <li key={job.number}>
              <p className={styles.partName}>{job.name}</p>
              <p className="quiet breaks">
                Given up {timeAgo(job.givenUpAt, now)}
                {job.lastError && `: ${job.lastError}`}
              </p>
              <FailureDetails text={job.lastErrorDetails} of={job.name} />
              <div className={styles.ways}>
                <Button
                  size="small"
                  variant="outlined"
                  color="inherit"
                  aria-label={`Try Again: ${job.name}`}
                  aria-busy={isDeciding}
                  onClick={() => void retry(job)}
                >
                  Try Again
                </Button>
                <Button
                  size="small"
                  variant="outlined"
                  color="error"
                  aria-label={`Drop: ${job.name}`}
                  aria-haspopup="dialog"
                  onClick={() => {
                    setDropped(job);
                    setIsAsking(true);
                  }}
                >
                  Drop
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {dropped && (
        <DeleteDialog
          title="Drop Job"
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          focusAfter={main}
          onDelete={() => decide(dropped, 'DROP')}
          words={{ submit: 'Drop', sending: 'Dropping…' }}
          done={{ title: 'Job dropped', description: dropped.name }}
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
