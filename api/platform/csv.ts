import { stringify } from 'csv-stringify/sync';

/** Text that a spreadsheet would evaluate as a formula (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;

/** Escapes a cell that a spreadsheet would evaluate as a formula. */
export const defused = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Reverses `defused`. */
export const undefused = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Lines of a CSV file (RFC 4180). */
export const csvLines = (lines: string[][]): string =>
  stringify(lines, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
