import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useSearchParams } from 'react-router-dom';
import type { UsageSection_organization$key } from '#web/__generated__/UsageSection_organization.graphql.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { utcToday } from '#common/days.ts';
import { formatCount } from '#common/numbers.ts';
import shared from '../Organization.module.css';
import styles from './Usage.module.css';
import { parseUsageAddress, usageModes, usageSpans } from './usageAddress.ts';
import { UsageChart } from './UsageChart.tsx';
import { everyDay, usageMeasures } from './usageDays.ts';

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
            <table className={styles.table}>
              <caption className="visuallyHidden">Calls by day, in UTC</caption>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  {usageMeasures.map(({ name, label }) => (
                    <th key={name} scope="col" className={styles.number}>
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {usageByDay.toReversed().map((used) => (
                  <tr key={used.day}>
                    <th scope="row">{formatDay(used.day)}</th>
                    {usageMeasures.map(({ name, label }) => (
                      <td key={name} data-label={label} className={styles.number}>
                        {formatCount(used[name])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        )}
      </Panel>
      {usageByOperation.length > 0 && (
        <Panel title="Slowest operations" icon="list">
          <p className="soft">Those that took the most time in all come first.</p>
          <table className={styles.table}>
            <caption className="visuallyHidden">Slowest operations</caption>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                {operationColumns.map(({ label }) => (
                  <th key={label} scope="col" className={styles.number}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {usageByOperation.map((operation) => (
                <tr key={operation.operation}>
                  <th scope="row">
                    <code>{operation.operation}</code>
                  </th>
                  {operationColumns.map(({ label, textOf }) => (
                    <td key={label} data-label={label} className={styles.number}>
                      {textOf(operation)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </>
  );
}

interface Operation {
  readonly calls: number;
  readonly errors: number;
  readonly points: number;
  readonly averageMilliseconds: number;
  readonly longestMilliseconds: number;
}

const milliseconds = (time: number): string => `${formatCount(Math.round(time))} ms`;

const operationColumns: readonly { label: string; textOf: (operation: Operation) => string }[] = [
  { label: 'Calls', textOf: ({ calls }) => formatCount(calls) },
  { label: 'Errors', textOf: ({ errors }) => formatCount(errors) },
  { label: 'Points', textOf: ({ points }) => formatCount(points) },
  { label: 'On average', textOf: ({ averageMilliseconds }) => milliseconds(averageMilliseconds) },
  { label: 'Slowest', textOf: ({ longestMilliseconds }) => milliseconds(longestMilliseconds) },
];
