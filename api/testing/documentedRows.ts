import { readFileSync } from 'node:fs';

/** The cells of the table in docs/partners.md whose first line matches. */
export function documentedRows(head: RegExp): string[][] {
  const lines = readFileSync('docs/partners.md', 'utf8').split('\n');
  const first = lines.findIndex((line) => head.test(line)) + 2;
  return lines.slice(first, lines.indexOf('', first)).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
