import { useEffect } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ReconciliationPageCompareMutation } from '#web/__generated__/ReconciliationPageCompareMutation.graphql.ts';
import type {
  ReconciliationPageQuery,
  ReconciliationPageQuery$data,
} from '#web/__generated__/ReconciliationPageQuery.graphql.ts';
import type { ReconciliationPagePayAgainMutation } from '#web/__generated__/ReconciliationPagePayAgainMutation.graphql.ts';
import type { ReconciliationPageStartMutation } from '#web/__generated__/ReconciliationPageStartMutation.graphql.ts';
import { formatCount, plural } from '#common/numbers.ts';
import { AdminFrame, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { DataTable } from '#web/admin/table/DataTable.tsx';
import { byTime, Pager, pageVariables } from '#web/admin/table/Pager.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { bookingNumber } from '#web/bookings/bookingNumber.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';
import { differenceWords } from './differenceWords.ts';
import { RecordMovementForm } from './RecordMovementForm.tsx';

const reconciliationPageQuery = graphql`
  query ReconciliationPageQuery($first: Int, $after: String, $last: Int, $before: String) {
    ...AppShell_query
    isReconciling
    reconciliation {
      at
      bookings
      payments
      notRead
      differences {
        kind
        words
        bookingId
        reference
      }
    }
    reconciliations(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          at
          bookings
          payments
          differences {
            kind
          }
        }
      }
      pageInfo {
        ...Pager_pageInfo @relay(mask: false)
      }
    }
  }
`;

export const page = definePage<ReconciliationPageQuery>({
  path: '/admin/reconciliation',
  access: 'admin',
  query: reconciliationPageQuery,
  variables: ({ search }) => pageVariables(search, 12),
  meta: { title: 'Reconciliation' },
  skeleton: <AdminSkeleton title="Reconciliation" />,
  component: ReconciliationScreen,
});

type Latest = NonNullable<ReconciliationPageQuery$data['reconciliation']>;

function ReconciliationScreen({ data, reference }: PageProps<ReconciliationPageQuery>) {
  const { isReconciling, reconciliation: latest, reconciliations: runs } = data;
  const refresh = useRefresh<ReconciliationPageQuery>(reconciliationPageQuery, reference);
  useRepeated(refresh, isReconciling === true);
  return (
    <AdminFrame
      title="Reconciliation"
      subtitle="Do bookings, ledger and payment provider agree? They are compared every night."
      actions={<RunNow isRunning={isReconciling === true} refresh={refresh} />}
    >
      <p role="status" className={isReconciling ? undefined : 'visuallyHidden'}>
        {isReconciling && 'Comparing bookings, ledger and payments… The result will stand here.'}
      </p>
      {latest ? (
        <LatestRun latest={latest} refresh={refresh} />
      ) : (
        <EmptyState
          title="Nothing was compared yet"
          text="The first comparison is made tonight, or when you start one."
        />
      )}
      {runs && runs.edges.length > 0 && (
        <>
          <h2 className="text-24">All runs</h2>
          <DataTable
            label="Runs"
            keyOf={({ at }) => at}
            rows={runs.edges.map(({ node }) => node)}
            columns={[
              { header: 'When', cell: ({ at }) => <LocalTime instant={at} /> },
              {
                header: 'Differences',
                align: 'end',
                cell: ({ differences }) => formatCount(differences.length),
              },
              {
                header: 'Bookings',
                align: 'end',
                cell: ({ bookings }) => formatCount(bookings),
              },
              {
                header: 'Payments',
                align: 'end',
                cell: ({ payments }) => formatCount(payments),
              },
            ]}
          />
          <Pager pageInfo={runs.pageInfo} labels={byTime} />
        </>
      )}
    </AdminFrame>
  );
}

/** Loads the page again every few seconds while a comparison runs. */
function useRepeated(refresh: () => Promise<void>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => void refresh(), 3_000);
    return () => clearTimeout(timer);
  });
}

interface RunNowProps {
  isRunning: boolean;
  refresh: () => Promise<void>;
}

function RunNow({ isRunning, refresh }: RunNowProps) {
  const [start] = useCommand<ReconciliationPageStartMutation>(graphql`
    mutation ReconciliationPageStartMutation {
      startReconciliation {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ActionButton
      variant="contained"
      disabled={isRunning}
      busy="Starting…"
      failed="The comparison was not started"
      run={async () => {
        await start({});
        await refresh();
        return undefined;
      }}
    >
      {isRunning ? 'Running…' : 'Run Now'}
    </ActionButton>
  );
}

interface LatestRunProps {
  latest: Latest;
  refresh: () => Promise<void>;
}

/** The differences of the latest run, by kind. */
function LatestRun({ latest, refresh }: LatestRunProps) {
  const { at, bookings, payments, differences, notRead } = latest;
  const kinds = [...new Set(differences.map(({ kind }) => kind))];
  return (
    <>
      <p>
        <LocalTime instant={at} />: {plural(bookings, 'booking')} and {plural(payments, 'payment')}{' '}
        compared.{' '}
        <strong>
          {differences.length === 0 && notRead.length === 0
            ? 'All agree.'
            : `${plural(differences.length, 'difference')}.`}
        </strong>
      </p>
      {notRead.length > 0 && (
        <Panel title="Not compared">
          <p className="soft">
            Give the key of the payment provider its permissions, or run the comparison again.
          </p>
          <ul className="stack gap-2 breaks" aria-label="Not compared">
            {notRead.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Panel>
      )}
      {kinds.map((kind) => {
        const { title, todo } = differenceWords(kind);
        return (
          <Panel key={kind} title={title}>
            <p className="soft">{todo}</p>
            <ul className="stack gap-4" aria-label={title}>
              {differences
                .filter((difference) => difference.kind === kind)
                .map((difference, index) => (
                  <DifferenceItem key={index} difference={difference} refresh={refresh} />
                ))}
            </ul>
          </Panel>
        );
      })}
    </>
  );
}

interface DifferenceItemProps {
  difference: Latest['differences'][number];
  refresh: () => Promise<void>;
}

function DifferenceItem({ difference, refresh }: DifferenceItemProps) {
  const { kind, words, bookingId, reference } = difference;
  const [compare] = useCommand<ReconciliationPageCompareMutation>(graphql`
    mutation ReconciliationPageCompareMutation($input: CompareAgainInput!) {
      compareAgain(input: $input) {
        ... on CompareAgainPayload {
          differences {
            words
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [payAgain] = useCommand<ReconciliationPagePayAgainMutation>(graphql`
    mutation ReconciliationPagePayAgainMutation($input: PayOwnerAgainInput!) {
      payOwnerAgain(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <li className="stack gap-2 to-left breaks">
      <p>
        {words}
        {reference && <span className="quiet"> ({reference})</span>}
      </p>
      {bookingId && (
        <div className="cluster gap-3 row-gap-1">
          <Link className="target" to={`/bookings/${bookingId}`}>
            Booking {bookingNumber(bookingId)}
          </Link>
          {kind === 'REFUND' && (
            <Link className="target" to="/admin/bookings/refunds">
              Settle the refund
            </Link>
          )}
          {comparable.includes(kind) && (
            <ActionButton
              size="small"
              variant="quiet"
              busy="Comparing…"
              failed="The booking was not compared"
              run={async () => {
                const { differences } = await compare({ input: { bookingId } });
                await refresh();
                return {
                  title: differences.length === 0 ? 'All agree now' : 'It still differs',
                };
              }}
            >
              Compare Again
            </ActionButton>
          )}
          {kind === 'RECALLED' && (
            <ActionButton
              size="small"
              variant="quiet"
              busy="Sending…"
              failed="Nothing was sent"
              run={async () => {
                await payAgain({ input: { bookingId } });
                await refresh();
                return { title: 'The owner is paid again' };
              }}
            >
              Pay Again
            </ActionButton>
          )}
          {kind === 'BALANCE' && (
            <DialogButton
              label="Record a Correction"
              name={`correct-${bookingId}`}
              title="Record a correction"
              size="small"
              variant="quiet"
            >
              <CorrectionForm bookingId={bookingId} words={words} refresh={refresh} />
            </DialogButton>
          )}
        </div>
      )}
      {kind === 'MOVEMENT' && !bookingId && reference && (
        <DialogButton
          label="Record in the Ledger"
          name={`record-${reference}`}
          title="Record in the ledger"
          size="small"
          variant="quiet"
        >
          <RecordMovementForm reference={reference} words={words} refresh={refresh} />
        </DialogButton>
      )}
    </li>
  );
}

const comparable = ['BALANCE', 'PAYMENT', 'MISSING_PAYMENT', 'REFUND', 'RECALLED'];
