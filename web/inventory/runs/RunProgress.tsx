import { Button } from '#web/ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { RunProgress_run$key } from '#web/__generated__/RunProgress_run.graphql.ts';
import { nounFor, plural } from '#common/numbers.ts';
import { openerId } from '#web/admin/table/useTable.ts';
import { Figures } from '#web/admin/facts/Figures.tsx';
import styles from './RunProgress.module.css';

interface RunProgressProps {
  run: RunProgress_run$key;
  /** Row count of the last run, if it read all rows. */
  expectedRows?: number | undefined;
  onCancel: (runId: string) => void;
}

export function RunProgress({ run, expectedRows, onCancel }: RunProgressProps) {
  const data = useFragment<RunProgress_run$key>(
    graphql`
      fragment RunProgress_run on InventoryRun {
        databaseId
        providerName
        purpose
        status
        read
        total
        imported
        failed
        isCancelRequested
        filters {
          limit
        }
      }
    `,
    run,
  );
  const { databaseId, providerName, purpose, status, read, total, imported, failed } = data;
  const isPreview = purpose === 'PREVIEW';
  const name = isPreview ? `Preview of ${providerName}` : `Sync of ${providerName}`;
  const { limit } = data.filters;
  const [done, whole] = limit != null ? [total, limit] : [read, expectedRows ?? 0];
  const isMeasured = whole > 0 && done <= whole;
  return (
    <section
      className={`stack gap-3 padding-4-5 rounded-panel on-foam ${styles.run}`}
      aria-label={name}
    >
      <div className={`row gap-4 between ${styles.head}`}>
        <h2>{name}</h2>
        {data.isCancelRequested ? (
          <p className="rigid soft">Being cancelled…</p>
        ) : (
          <Button
            id={openerId('cancel', databaseId)}
            variant="quiet"
            aria-label={`Cancel the ${isPreview ? 'preview' : 'sync'} of ${providerName}`}
            aria-haspopup="dialog"
            onClick={() => onCancel(databaseId)}
          >
            Cancel
          </Button>
        )}
      </div>
      <progress
        className={`full clip pill on-white ${styles.bar}`}
        aria-label={name}
        {...(isMeasured ? { value: done, max: whole } : {})}
      />
      <Figures
        className={`cluster gap-5 row-gap-2 digits ${styles.figures}`}
        figures={[
          ['read', read],
          ['fit the filters', total],
          [isPreview ? 'can be imported' : 'imported', imported],
          [nounFor(failed, 'error'), failed],
        ]}
      />
      {/* Announces every 1,000 rows only, instead of each change of a number. */}
      <p role="status" className="visuallyHidden">
        {data.isCancelRequested
          ? `${name} is being cancelled`
          : `${name} ${status === 'WAITING' ? 'begins' : 'is under way'}`}
        {read >= 1000 && `, ${plural(Math.floor(read / 1000) * 1000, 'row')} read`}
      </p>
    </section>
  );
}
