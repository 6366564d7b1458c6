import { useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { formatMoment } from '../ui/words/dates.ts';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { Select } from '../ui/forms/fields/Select.tsx';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { formatCount } from '#common/numbers.ts';
import { byTime, Pager } from '../admin/table/Pager.tsx';
import styles from './HistoryTab.module.css';
import type { Provider, Runs } from './provider.ts';
import { OutcomeIcon } from './runs/OutcomeIcon.tsx';
import {
  errorWords,
  filtersInWords,
  importedWords,
  isUnderWay,
  outcomeOf,
  runStatuses,
} from './runs/runWords.ts';
import { LocalTime } from '../ui/words/LocalTime.tsx';

interface HistoryTabProps {
  runs: Runs | null | undefined;
  providers: readonly Provider[];
}

export function HistoryTab({ runs, providers }: HistoryTabProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isBusy = useNavigation().state === 'loading';
  const providerId = params.get('provider') ?? '';
  const rows = runs?.edges ?? [];
  return (
    <>
      {providers.length > 1 && (
        <div className={styles.filter}>
          <Select
            label="Provider"
            choices={[
              { value: '', label: 'All' },
              ...providers.map(({ databaseId, name }) => ({ value: databaseId, label: name })),
            ]}
            value={providerId}
            onChange={(chosen) =>
              void navigate(
                `/admin/inventory?${new URLSearchParams({ tab: 'history', ...(chosen !== '' && { provider: chosen }) })}`,
                { preventScrollReset: true },
              )
            }
          />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title="No sync history available"
          text="Each sync is listed here with what it brought in and what it could not."
        />
      ) : (
        <ol className={`stack gap-3 ${styles.list}`} aria-label="Sync history" aria-busy={isBusy}>
          {rows.map(({ node }) => (
            <HistoryItem key={node.id} run={node} />
          ))}
        </ol>
      )}
      {runs && <Pager pageInfo={runs.pageInfo} labels={byTime} />}
    </>
  );
}

function HistoryItem({ run }: { run: Runs['edges'][number]['node'] }) {
  const { databaseId, providerName, status, timestamp, total, imported, failed, message } = run;
  const details = [
    filtersInWords(run.filters),
    run.actorName ? `by ${run.actorName}` : 'by its schedule',
    run.created > 0 && `${formatCount(run.created)} new`,
    run.updated > 0 && `${formatCount(run.updated)} changed`,
    run.withdrawn > 0 && `${formatCount(run.withdrawn)} withdrawn`,
  ];
  return (
    <li className={`stack gap-4 at-top padding-4-5 card ${styles.item}`}>
      <OutcomeIcon outcome={outcomeOf(run)} />
      <div className="stack gap-1 shrink breaks">
        <div className={`cluster gap-3 row-gap-1 baseline ${styles.head}`}>
          <h2>{providerName}</h2>
          {status !== 'COMPLETED' && <StatusBadge status={runStatuses[status]} />}
          <LocalTime instant={timestamp} />
        </div>
        <p>
          {isUnderWay(status)
            ? `${formatCount(imported)} imported so far`
            : importedWords(imported, total)}
        </p>
        <p className={styles.soft}>{details.filter(Boolean).join(' · ')}</p>
        {message && <p className={status === 'FAILED' ? styles.failure : styles.soft}>{message}</p>}
        {failed > 0 && (
          <div className={styles.issues}>
            <strong>Sync Issues</strong>
            <span>{errorWords(failed)}</span>
          </div>
        )}
      </div>
      <ButtonLink
        to={`/admin/inventory/runs/${databaseId}`}
        variant="quiet"
        aria-label={`Details of ${providerName}, ${formatMoment(timestamp)}`}
      >
        Details
      </ButtonLink>
    </li>
  );
}
