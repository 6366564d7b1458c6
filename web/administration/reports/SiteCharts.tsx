import { siteChartsQuery } from './siteChartsLoader.ts';
import { BarChart } from '@mui/x-charts/BarChart';
import type { siteChartsLoaderQuery } from '#web/__generated__/siteChartsLoaderQuery.graphql.ts';
import { useStoredFirst } from '#web/relay/useStoredFirst.ts';
import { Material } from '#web/ui/material/Material.tsx';
import { formatMoney, usDollars } from '#common/money.ts';
import { formatCount, formatShortCount } from '#common/numbers.ts';
import { gather, measures, asCsv, type Measure, type Span } from './measures.ts';
import styles from './SiteCharts.module.css';
import { Button } from '#web/ui/basics/Button.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';

interface SiteChartsProps {
  /** Number of days up to today. */
  days: number;
  /** Without the table, for a panel of the dashboard. */
  isSmall?: boolean;
}

const colors: Readonly<Record<Measure, string>> = {
  registrations: '#1C7C86',
  listings: '#0E4B53',
  bookings: '#C4421F',
  revenue: '#2F7D4F',
  fees: '#5B3D00',
  taxes: '#4A6067',
};

export default function SiteCharts({ days, isSmall = false }: SiteChartsProps) {
  const { siteDays } = useStoredFirst<siteChartsLoaderQuery>(siteChartsQuery, { days });
  const spans = gather(siteDays ?? []);
  return (
    <Material>
      <div className="cards-240 gap-5">
        {(isSmall ? measures.slice(0, 4) : measures).map(({ name, label, isMoney }) => {
          const total = spans.reduce((sum, span) => sum + span[name], 0);
          return (
            <figure key={name} className={`shrink ${styles.chart}`}>
              <figcaption className="cluster gap-3 baseline between soft">
                {label}
                <strong>
                  {isMoney ? formatMoney({ amount: total, currency: 'USD' }) : formatCount(total)}
                </strong>
              </figcaption>
              <BarChart
                height={isSmall ? 120 : 220}
                colors={[colors[name]]}
                borderRadius={3}
                hideLegend
                // The table holds the same figures for the keyboard.
                disableKeyboardNavigation
                margin={{ top: 8, bottom: 0, left: 0, right: 28 }}
                skipAnimation={prefersStillness()}
                series={[
                  {
                    data: spans.map((span) => (isMoney ? span[name] / 100 : span[name])),
                    label,
                    valueFormatter: (value) =>
                      isMoney ? formatMoney(usDollars(value ?? 0)) : formatCount(value ?? 0),
                  },
                ]}
                xAxis={[
                  {
                    data: spans.map((span) => span.label),
                    disableLine: true,
                    disableTicks: true,
                    tickInterval: (_value: unknown, index: number) =>
                      index === 0 || index === spans.length - 1,
                    height: 22,
                  },
                ]}
                yAxis={[
                  {
                    min: 0,
                    // Gives an axis without values a height.
                    ...(total === 0 && { max: 4 }),
                    disableLine: true,
                    disableTicks: true,
                    width: 44,
                    valueFormatter: formatShortCount,
                    tickNumber: 3,
                    tickMinStep: 1,
                  },
                ]}
                grid={{ horizontal: true }}
              />
            </figure>
          );
        })}
      </div>
      {!isSmall && <ReportTable spans={spans} />}
    </Material>
  );
}

const prefersStillness = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const columns: readonly Column<Span>[] = [
  {
    header: 'Days',
    cell: ({ from, to }) =>
      from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`,
  },
  ...measures.map(({ name, label, isMoney }): Column<Span> => ({
    header: label,
    align: 'end',
    cell: (span) =>
      isMoney ? formatMoney({ amount: span[name], currency: 'USD' }) : formatCount(span[name]),
  })),
];

function ReportTable({ spans }: { spans: readonly Span[] }) {
  return (
    <>
      <div>
        <Button variant="quiet" onClick={() => download(asCsv(spans))}>
          Download CSV
        </Button>
      </div>
      <DataTable
        label="Figures over time"
        columns={columns}
        rows={spans.toReversed()}
        keyOf={({ from }) => from}
      />
    </>
  );
}

function download(csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'tideweek-report.csv';
  link.click();
  URL.revokeObjectURL(url);
}
