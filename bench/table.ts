/** Prints rows in columns under a title: text is left-aligned, numbers are right-aligned. */
export function printTable(title: string, heads: string[], rows: string[][]): void {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return /^[a-zA-Z]/.test(cell) || column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  console.log(`\n${title}\n${line(heads)}\n${rows.map(line).join('\n')}`);
}
