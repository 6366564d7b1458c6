import { formatDay, formatShortDay } from '#web/ui/words/dates.ts';
import { formatCount } from '#common/numbers.ts';
import styles from './Usage.module.css';
import { totalOf, type UsageDay, type UsageMeasure } from './usageDays.ts';

interface UsageChartProps {
  label: string;
  measure: UsageMeasure;
  days: readonly UsageDay[];
}

/** A bar for each day. The table holds the same figures for screen readers. */
export function UsageChart({ label, measure, days }: UsageChartProps) {
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
