import type { ReactNode } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './DataTable.module.css';

export interface Column<TRow> {
  /** Unique in its table. The first column without buttons names the rows for screen readers. */
  header: string;
  /** The name in `sort` of a column that can be sorted. */
  id?: string;
  cell: (row: TRow) => ReactNode;
  align?: 'end';
  /** The column holds buttons; its heading is visually hidden. */
  isActions?: boolean;
}

export interface Sort {
  by: string;
  direction: 'asc' | 'desc';
}

interface DataTableProps<TRow> {
  label: string;
  columns: readonly Column<TRow>[];
  rows: readonly TRow[];
  keyOf: (row: TRow) => string;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  isStale?: boolean;
}

export function DataTable<TRow>(props: DataTableProps<TRow>) {
  const { label, columns, rows, keyOf, sort, onSort, isStale = false } = props;
  const names = columns.find(({ isActions }) => !isActions);
  return (
    <div className={styles.frame}>
      <table className={`full text-16 ${styles.table}`} aria-label={label} aria-busy={isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={column.align === 'end' ? styles.end : undefined}
                aria-sort={column.id === undefined ? undefined : ariaSort(column.id, sort)}
              >
                {column.id !== undefined && onSort ? (
                  <SortButton id={column.id} sort={sort} onSort={onSort}>
                    {column.header}
                  </SortButton>
                ) : (
                  <span className={column.isActions ? 'visuallyHidden' : undefined}>
                    {column.header}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => {
                const Cell = column === names ? 'th' : 'td';
                return (
                  <Cell
                    key={column.header}
                    scope={column === names ? 'row' : undefined}
                    data-label={column.isActions || column === names ? undefined : column.header}
                    className={[
                      column.align === 'end' && styles.end,
                      column.isActions && styles.actions,
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortButtonProps {
  id: string;
  children: string;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function SortButton({ id, children, sort, onSort }: SortButtonProps) {
  const isAscending = sort?.by === id && sort.direction === 'asc';
  return (
    <button
      type="button"
      className={`inline gap-1 ${styles.sort}`}
      data-direction={sort?.by === id ? sort.direction : undefined}
      onClick={() => onSort({ by: id, direction: isAscending ? 'desc' : 'asc' })}
    >
      {children}
      <Icon name="arrowDown" size={16} />
    </button>
  );
}

function ariaSort(id: string, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.by !== id) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}
