import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { FailedEscrowsRetryMutation } from '#web/__generated__/FailedEscrowsRetryMutation.graphql.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import type { FailedEscrowsQuery } from '#web/__generated__/FailedEscrowsQuery.graphql.ts';
import { plural } from '#common/numbers.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';
import styles from './ModerationPage.module.css';

const failedEscrowsQuery = graphql`
  query FailedEscrowsQuery {
    failedEscrows {
      saleId
      tries
      lastError
      lastErrorDetails
      listing {
        databaseId
        title
        resort {
          name
        }
      }
    }
  }
`;

/** Escrows whose request to the partner is no longer retried. */
export default function FailedEscrows() {
  const { failedEscrows } = useStoredFirst<FailedEscrowsQuery>(failedEscrowsQuery);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [retry] = useCommand<FailedEscrowsRetryMutation>(graphql`
    mutation FailedEscrowsRetryMutation($input: RetryEscrowInput!) {
      retryEscrow(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const ask = async (listingId: string, title: string) => {
    await retry({ input: { listingId } });
    setAsked((before) => [...before, listingId]);
    return { title: 'The escrow partner is asked again', description: title };
  };
  const rows = failedEscrows ?? [];
  if (rows.length === 0) return <p className="soft breaks">Every escrow is under way.</p>;
  return (
    <ul className="stack ruled" aria-label="Failed escrows">
      {rows.map(
        ({
          saleId,
          tries,
          lastError,
          lastErrorDetails,
          listing: { databaseId, title, resort },
        }) => (
          <li key={saleId} className={`bar gap-4 row-gap-2 padding-y-3 ${styles.row}`}>
            <div>
              <Link className="semibold breaks" to={`/sales/${saleId}`}>
                {title}
              </Link>
              <p className="soft breaks">
                {resort.name}; asked {plural(tries, 'time')}
                {lastError && `. ${lastError}`}
              </p>
              <FailureDetails text={lastErrorDetails} of={title} />
            </div>
            {asked.includes(databaseId) ? (
              <p role="status">Asked again</p>
            ) : (
              <ActionButton
                size="small"
                variant="quiet"
                aria-label={`Ask the partner again for ${title}`}
                run={() => ask(databaseId, title)}
                failed="The partner was not asked"
              >
                Ask Again
              </ActionButton>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
