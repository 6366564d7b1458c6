import { Button } from '#web/ui/basics/Button.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { formatMoney } from '#common/money.ts';
import { formatCount } from '#common/numbers.ts';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { asCsv, measures, type Span } from './measures.ts';

const columns: readonly Column<Span>[] = [
  {
    id: 'span',
    header: 'Days',
    isRowHeader: true,
    cell: ({ from, to }) =>
      from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`,
  },
  ...measures.map(({ name, label, isMoney }): Column<Span> => ({
    id: name,
    header: label,
    align: 'end',
    cell: (span) =>
      isMoney ? formatMoney({ amount: span[name], currency: 'USD' }) : formatCount(span[name]),
  })),
];

export function ReportTable({ spans }: { spans: readonly Span[] }) {
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
