import { CsvError, readCsv, type CsvRow } from '#api/platform/files/csv.ts';
import { decode } from './decode.ts';
import { createMapper } from './mapping.ts';
import { ProviderError, type Mapping, type OfferedRow } from '#api/context/sources.ts';

/**
 * Streams the weeks of a CSV document whose first row names the columns.
 * @throws {ProviderError} if there are no columns, a column occurs twice, the document ends in
 *   the middle of a row, or a row is longer than 1 MB
 */
export async function* csvFeed(
  name: string,
  body: AsyncIterable<Uint8Array>,
  mapping: Mapping,
): AsyncGenerator<OfferedRow, void, undefined> {
  const weekOf = createMapper(mapping);
  try {
    const { columns, rows } = await readCsv(decode(name, body));
    if (columns.length === 0) {
      throw new ProviderError(`${name} sent no line with the names of the columns`);
    }
    let number = 0;
    for await (const row of rows) {
      number += 1;
      const problem = problemOf(name, row, columns.length);
      yield problem === undefined
        ? { number, week: weekOf(asObject(columns, row)) }
        : { number, problem };
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new ProviderError(`What ${name} sent can't be read: ${error.message}`)
      : error;
  }
}

function problemOf(name: string, row: CsvRow, columns: number): string | undefined {
  if ('problem' in row) {
    if (row.problem === 'open quote') {
      throw new ProviderError(
        `${name} ended in the middle: the quote in line ${row.line} is not closed`,
      );
    }
    return `A quote stands where none may be, or is not closed, in line ${row.line}`;
  }
  const { length } = row.cells;
  if (length < columns && row.isLast) {
    throw new ProviderError(`${name} ended in the middle`);
  }
  return length === columns
    ? undefined
    : `The row has ${length} columns, and the first line ${columns}`;
}

const asObject = (columns: string[], row: CsvRow): object =>
  'cells' in row
    ? Object.fromEntries(columns.map((column, index) => [column, row.cells[index]]))
    : {};
