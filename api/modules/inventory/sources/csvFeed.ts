import { pipeline } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { decode } from './decode.ts';
import { longestRow } from './limits.ts';
import { createMapper } from './mapping.ts';
import { ProviderError, type Mapping, type OfferedRow } from '../../../context/sources.ts';

/**
 * Weeks of a CSV document (RFC 4180) whose first line names the columns. The delimiter is a comma,
 * semicolon or tab, whichever the first line has most of.
 * @throws {ProviderError} if it is not CSV, has no columns or ends in the middle of a row
 */
export async function* csvFeed(
  name: string,
  body: AsyncIterable<Uint8Array>,
  mapping: Mapping,
): AsyncGenerator<OfferedRow, void, undefined> {
  const weekOf = createMapper(mapping);
  const text = await startText(name, body);
  let columns: string[] | undefined;
  let number = 0;
  /** A row with too few columns, held back in case the document was cut off in it. */
  let short: OfferedRow | undefined;
  for await (const cells of records(name, text.pieces(), text.delimiter)) {
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      continue;
    }
    if (short) {
      yield short;
      short = undefined;
    }
    number += 1;
    if (cells.length === columns.length) {
      yield { number, week: weekOf(asObject(columns, cells)) };
      continue;
    }
    const problem = `The row has ${cells.length} columns, and the first line ${columns.length}`;
    if (cells.length < columns.length) {
      short = { number, problem };
    } else {
      yield { number, problem };
    }
  }
  if (!columns) {
    throw new ProviderError(`${name} sent no line with the names of the columns`);
  }
  if (short && !text.endsWithLine()) {
    throw new ProviderError(`${name} ended in the middle`);
  }
  if (short) {
    yield short;
  }
}

function asObject(columns: string[], cells: string[]): object {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
}

interface Text {
  delimiter: string;
  pieces(): AsyncGenerator<string, void, undefined>;
  endsWithLine(): boolean;
}

/** Reads the first line, to detect the delimiter. */
async function startText(name: string, body: AsyncIterable<Uint8Array>): Promise<Text> {
  const rest = decode(name, body);
  let first = '';
  while (!/[\r\n]/.test(first) && first.length <= longestRow) {
    const piece = await rest.next();
    if (piece.done) {
      break;
    }
    first += piece.value;
  }
  const [line = ''] = first.split(/[\r\n]/, 1);
  const count = (delimiter: string): number => line.split(delimiter).length;
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a));
  let last = '';
  return {
    delimiter,
    async *pieces() {
      last = first.at(-1) ?? last;
      yield first;
      for await (const piece of rest) {
        last = piece.at(-1) ?? last;
        yield piece;
      }
    },
    endsWithLine: () => last === '\n' || last === '\r',
  };
}

async function* records(
  name: string,
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string[], void, undefined> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  // Errors of the text reach the reader of the records.
  pipeline(text, parser, () => undefined);
  try {
    yield* parser as Parser & AsyncIterable<string[]>;
  } catch (error) {
    throw error instanceof CsvError ? new ProviderError(inWords(name, error)) : error;
  }
}

/** A message in our own words: the library's would quote what was sent. */
function inWords(name: string, { code, ...facts }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return `${name} ended in the middle`;
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `${name} sent a row that is longer than 1 MB`;
  }
  const { lines } = facts as { lines?: unknown };
  return `What ${name} sent is not CSV${typeof lines === 'number' ? `, see line ${lines}` : ''}`;
}
