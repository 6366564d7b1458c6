import type { ReactNode } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './DataTable.module.css';

export interface Column<TRow> {
  /** Unique in its table; also its name in `sort`. */
  id: string;
  header: string;
  cell: (row: TRow) => ReactNode;
  align?: 'end';
  isSortable?: boolean;
  /** Marks the one column whose cells are row headers, by which screen readers name the rows. */
  isRowHeader?: boolean;
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
  /** Whether new rows are loading. */
  isStale?: boolean;
}

export function DataTable<TRow>(props: DataTableProps<TRow>) {
  const { label, columns, rows, keyOf, sort, onSort, isStale = false } = props;
  return (
    <div className={styles.frame}>
      <table className={`full text-16 ${styles.table}`} aria-label={label} aria-busy={isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={column.align === 'end' ? styles.end : undefined}
                aria-sort={column.isSortable ? ariaSort(column.id, sort) : undefined}
              >
                {column.isSortable && onSort ? (
                  <SortButton column={column} sort={sort} onSort={onSort} />
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
                const Cell = column.isRowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.id}
                    scope={column.isRowHeader ? 'row' : undefined}
                    data-label={column.isActions || column.isRowHeader ? undefined : column.header}
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
  column: { id: string; header: string };
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function SortButton({ column, sort, onSort }: SortButtonProps) {
  const isAscending = sort?.by === column.id && sort.direction === 'asc';
  return (
    <button
      type="button"
      className={`plain-button inline gap-1 ${styles.sort}`}
      data-direction={sort?.by === column.id ? sort.direction : undefined}
      onClick={() => onSort({ by: column.id, direction: isAscending ? 'desc' : 'asc' })}
    >
      {column.header}
      <Icon name="arrowDown" size={16} />
    </button>
  );
}

function ariaSort(id: string, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.by !== id) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}
