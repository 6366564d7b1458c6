import { stringify } from 'csv-stringify/sync';

/** What a spreadsheet would take for a formula (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;

/** A cell that a spreadsheet shows and does not work out. */
export const defused = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** What was written as such a cell. */
export const undefused = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Lines of a CSV file (RFC 4180). */
export const csvLines = (lines: string[][]): string =>
  stringify(lines, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
