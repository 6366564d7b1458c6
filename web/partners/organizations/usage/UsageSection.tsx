import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useSearchParams } from 'react-router-dom';
import type { ReactNode } from 'react';
import type {
  UsageSection_organization$data,
  UsageSection_organization$key,
} from '#web/__generated__/UsageSection_organization.graphql.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { formatDay, formatShortDay } from '#web/ui/words/dates.ts';
import { utcToday } from '#common/days.ts';
import { formatCount } from '#common/numbers.ts';
import shared from '../Organization.module.css';
import styles from './Usage.module.css';
import { parseUsageAddress, usageModes, usageSpans } from './usageAddress.ts';
import { everyDay, usageMeasures, totalOf, type UsageDay, type UsageMeasure } from './usageDays.ts';

export function UsageSection({ organization }: { organization: UsageSection_organization$key }) {
  const { usageByDay, usageByOperation } = useFragment<UsageSection_organization$key>(
    graphql`
      fragment UsageSection_organization on Organization
      @argumentDefinitions(days: { type: "Int!" }, mode: { type: "TokenMode!" }) {
        usageByDay(days: $days, mode: $mode) {
          day
          calls
          errors
          points
        }
        usageByOperation(days: $days, mode: $mode) {
          operation
          calls
          errors
          points
          averageMilliseconds
          longestMilliseconds
        }
      }
    `,
    organization,
  );
  const [params, setParams] = useSearchParams();
  const address = parseUsageAddress(params);
  const show = (changes: Partial<typeof address>) =>
    setParams({ ...address, ...changes }, { preventScrollReset: true });
  const days = everyDay(usageByDay, utcToday(), Number(address.days));
  return (
    <>
      <Panel title="Calls by day" icon="sparkle">
        <div className={`cluster gap-3 ${shared.filters}`}>
          <Select
            label="Time"
            choices={usageSpans}
            value={address.days}
            onChange={(value) => show({ days: value })}
          />
          <Select
            label="Tokens"
            choices={usageModes}
            value={address.mode}
            onChange={(mode) => show({ mode })}
          />
        </div>
        <div className={`stack gap-5 ${styles.charts}`}>
          {usageMeasures.map(({ name, label }) => (
            <UsageChart key={name} label={label} measure={name} days={days} />
          ))}
        </div>
        {usageByDay.length === 0 ? (
          <p className="soft">
            No calls in this time. <Link to="/developers#limits">What calls cost</Link>
          </p>
        ) : (
          <details className={styles.details}>
            <summary>Figures of each day</summary>
            <FigureTable
              caption="Calls by day, in UTC"
              head="Day"
              rows={usageByDay.toReversed()}
              keyOf={({ day }) => day}
              nameOf={({ day }) => formatDay(day)}
              columns={dayColumns}
            />
          </details>
        )}
      </Panel>
      {usageByOperation.length > 0 && (
        <Panel title="Slowest operations" icon="list">
          <p className="soft">Those that took the most time in all come first.</p>
          <FigureTable
            caption="Slowest operations"
            head="Operation"
            rows={usageByOperation}
            keyOf={({ operation }) => operation}
            nameOf={({ operation }) => <code>{operation}</code>}
            columns={operationColumns}
          />
        </Panel>
      )}
    </>
  );
}

interface FigureColumn<TRow> {
  label: string;
  textOf: (row: TRow) => string;
}

interface FigureTableProps<TRow> {
  caption: string;
  head: string;
  rows: readonly TRow[];
  keyOf: (row: TRow) => string;
  nameOf: (row: TRow) => ReactNode;
  columns: readonly FigureColumn<TRow>[];
}

function FigureTable<TRow>(props: FigureTableProps<TRow>) {
  const { caption, head, rows, keyOf, nameOf, columns } = props;
  return (
    <table className={`full ledger ${styles.table}`}>
      <caption className="visuallyHidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col" className={styles.number}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{nameOf(row)}</th>
            {columns.map(({ label, textOf }) => (
              <td key={label} data-label={label} className={styles.number}>
                {textOf(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const milliseconds = (time: number): string => `${formatCount(Math.round(time))} ms`;

const dayColumns: readonly FigureColumn<UsageDay>[] = usageMeasures.map(({ name, label }) => ({
  label,
  textOf: (day) => formatCount(day[name]),
}));

const operationColumns: readonly FigureColumn<
  UsageSection_organization$data['usageByOperation'][number]
>[] = [
  { label: 'Calls', textOf: ({ calls }) => formatCount(calls) },
  { label: 'Errors', textOf: ({ errors }) => formatCount(errors) },
  { label: 'Points', textOf: ({ points }) => formatCount(points) },
  { label: 'On average', textOf: ({ averageMilliseconds }) => milliseconds(averageMilliseconds) },
  { label: 'Slowest', textOf: ({ longestMilliseconds }) => milliseconds(longestMilliseconds) },
];

interface UsageChartProps {
  label: string;
  measure: UsageMeasure;
  days: readonly UsageDay[];
}

/** A bar for each day. The table holds the same figures for screen readers. */
function UsageChart({ label, measure, days }: UsageChartProps) {
  const most = Math.max(...days.map((day) => day[measure]));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={`stack gap-2 shrink ${styles.chart}`}>
      <figcaption className="cluster gap-3 baseline between soft">
        {label} <strong>{formatCount(totalOf(days, measure))}</strong>
      </figcaption>
      <div className={`flex at-bottom ${styles.bars}`} data-measure={measure} aria-hidden="true">
        {days.map((day) => (
          <span
            key={day.day}
            title={`${formatDay(day.day)}: ${formatCount(day[measure])}`}
            style={{ height: most === 0 ? 0 : `${(100 * day[measure]) / most}%` }}
          />
        ))}
      </div>
      {first && last && (
        <p className="cluster between soft text-14" aria-hidden="true">
          <span>{formatShortDay(first.day)}</span>
          <span>{formatShortDay(last.day)}</span>
        </p>
      )}
    </figure>
  );
}
