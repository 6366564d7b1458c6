/** A text, a figure, or nothing. */
export type Cell = string | number | undefined;

/** A measurement as it is printed, or written to a file. */
export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** What a column can't say. */
  note?: string;
}

/** Prints rows in columns under a title: text is left-aligned, numbers are right-aligned. */
export function printTable({ title, columns, rows, note = '' }: Table): void {
  const used = columns.map((_, column) => rows.some((row) => row[column] !== undefined));
  const texts = [columns, ...rows].map((row) => row.filter((_, column) => used[column]));
  const widths = columns.map((_, column) =>
    Math.max(...texts.map((row) => textOf(row[column]).length)),
  );
  const lines = texts.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || (typeof cell === 'string' && /^[a-zA-Z]/.test(cell))
          ? textOf(cell).padEnd(width)
          : textOf(cell).padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  console.log(['', title, ...lines, ...(note && [note])].join('\n'));
}

/** Three digits, or all of a larger number. */
const textOf = (cell: Cell): string =>
  typeof cell === 'number'
    ? (cell >= 100 ? Math.round(cell) : Number(cell.toPrecision(3))).toLocaleString('en')
    : (cell ?? '');
