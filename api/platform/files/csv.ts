import { stringify } from 'csv-stringify/sync';

/** Text that a spreadsheet would evaluate as a formula (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;

export const defused = (text: string): string => (formula.test(text) ? `'${text}` : text);

export const undefused = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

export const csvLines = (lines: string[][]): string =>
  stringify(lines, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });

export const longestRow = 1_000_000;

/** The whole file is unreadable; the message gives the reason and continues a sentence. */
export class CsvError extends Error {}

export type CsvProblem =
  /** A quote in a place without meaning. */
  | 'stray quote'
  /** A quote is never closed: the file may be cut off in this row. */
  | 'open quote';

/** A row of a CSV file. `line` is where it begins, counted from 1. */
export type CsvRow =
  /** `isLast`: nothing follows the row, not even a line break. */
  { line: number; cells: string[]; isLast: boolean } | { line: number; problem: CsvProblem };

export type CsvTable = Awaited<ReturnType<typeof readCsv>>;

/**
 * Reads a CSV file as people write it, beyond RFC 4180: any delimiter and line break, a byte order
 * mark, `sep=;`, blank rows (skipped) and columns (dropped), quotes inside a cell. Reading
 * continues after an unreadable row. The length of the file and `longestRow` bound work and memory.
 * @throws {CsvError} if a column occurs twice or a row is too long; also while rows are read
 */
export async function readCsv(pieces: AsyncIterable<string> | Iterable<string>) {
  const rows = readRows(pieces);
  const first = await rows.next();
  if (first.done || 'problem' in first.value) {
    return { columns: [], rows };
  }
  const columns = first.value.cells.map((cell) => cell.replaceAll(/\p{C}/gu, '').trim());
  refuseTwice(columns);
  const width = columns.findLastIndex((name) => name !== '') + 1;
  return { columns: columns.slice(0, width), rows: fitted(rows, width) };
}

export function refuseTwice(columns: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of columns.filter((each) => each !== '')) {
    if (seen.has(name)) {
      throw new CsvError(`the column "${name.slice(0, 60)}" stands twice`);
    }
    seen.add(name);
  }
}

async function* fitted(
  rows: AsyncGenerator<CsvRow, void, undefined>,
  width: number,
): AsyncGenerator<CsvRow, void, undefined> {
  for await (const row of rows) {
    if ('cells' in row && row.cells.length > width) {
      const filled = row.cells.findLastIndex((cell) => !isBlank(cell)) + 1;
      row.cells.length = Math.max(width, filled);
    }
    yield row;
  }
}

const isBlank = (cell: string): boolean => cell.trim() === '';

async function* readRows(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<CsvRow, void, undefined> {
  const reader = new RowReader();
  for await (const piece of pieces) {
    yield* reader.read(piece);
  }
  yield* reader.end();
}

/** Delimiters that are recognised, the likeliest first. */
const delimiters = [',', ';', '\t', '|'];

type Ends = ReturnType<typeof endsAt>;

function endsAt(given: readonly string[]) {
  const characters = new Set([...given, '\r', '\n']);
  return {
    after: (text: string, from: number): number => {
      let at = from;
      while (at < text.length && !characters.has(text.charAt(at))) {
        at += 1;
      }
      return at;
    },
    isAt: (text: string, place: number): boolean =>
      place >= text.length || characters.has(text.charAt(place)),
  };
}

function indexFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const anyEnd = endsAt(delimiters);

/** A first line that names the delimiter, as Excel writes it. */
const separatorLine = /^"?sep=([^\p{L}\p{N}\s"]|\t)"?[,;\t| ]*$/iu;

class RowReader {
  #text = '';
  #ends: Ends | undefined;
  #line = 1;
  #isStarted = false;
  /** Characters to collect before the next attempt: a long row is not reparsed each time. */
  #wanted = 0;

  *read(piece: string): Generator<CsvRow, void, undefined> {
    this.#text += piece;
    if (this.#text.length >= this.#wanted) {
      yield* this.#rows(false);
      this.#wanted = this.#text.length * 2;
    }
  }

  *end(): Generator<CsvRow, void, undefined> {
    yield* this.#rows(true);
  }

  *#rows(isEnd: boolean): Generator<CsvRow, void, undefined> {
    if (!this.#isStarted && this.#text !== '') {
      this.#text = this.#text.replace(/^\uFEFF+/u, '');
      this.#isStarted = this.#text !== '';
    }
    const text = this.#text;
    let from = 0;
    while (from < text.length) {
      const ends = this.#ends ?? anyEnd;
      const found = recordAt(text, from, { ends, isEnd, line: this.#line });
      if (!found) {
        break;
      }
      if (!this.#ends && 'cells' in found && !found.cells.every(isBlank)) {
        const line = text.slice(from, Math.min(found.next, from + 20)).replace(/\r?\n?$/, '');
        const named = separatorLine.exec(line)?.[1];
        this.#ends = endsAt([named ?? likeliest(found.separators)]);
        if (named === undefined) {
          continue;
        }
      } else if ('problem' in found) {
        yield { line: this.#line + found.linesBefore, problem: found.problem };
      } else if (!found.cells.every(isBlank)) {
        yield { line: this.#line, cells: found.cells, isLast: found.isLast };
      }
      this.#line += lineBreaks(text, from, found.next);
      from = found.next;
    }
    this.#text = text.slice(from);
  }
}

function likeliest(separators: readonly string[]): string {
  const count = (delimiter: string) => separators.filter((each) => each === delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      count += 1;
    }
  }
  return count;
}

interface Reading {
  ends: Ends;
  isEnd: boolean;
  line: number;
}

type Found =
  | { next: number; cells: string[]; separators: string[]; isLast: boolean }
  | { next: number; problem: CsvProblem; linesBefore: number };

/** The record at a position; undefined if more text is needed. */
function recordAt(text: string, from: number, reading: Reading): Found | undefined {
  const { ends, isEnd, line } = reading;
  const limit = from + longestRow;
  const lineEnds = createLineEnds(text);
  const cells: string[] = [];
  const separators: string[] = [];
  for (let at = from; ; at += 1) {
    const cell =
      quotedCell(text, at, { ends, isEnd, limit, lineEnds }) ?? plainCell(text, at, ends);
    if (cell === 'more') {
      return undefined;
    }
    if ((cell.problem ? cell.next : cell.end) > limit) {
      throw new CsvError(`line ${line} is longer than 1 MB`);
    }
    if (cell.problem) {
      const { next, problem } = cell;
      return { next, problem, linesBefore: lineBreaks(text, from, at) };
    }
    at = cell.end;
    const end = text[at];
    // A carriage return may be half a line break.
    if (!isEnd && (end === undefined || (end === '\r' && at + 1 === text.length))) {
      return undefined;
    }
    cells.push(cell.text);
    if (end === undefined || end === '\n' || end === '\r') {
      return { next: afterBreak(text, at), cells, separators, isLast: end === undefined };
    }
    separators.push(end);
  }
}

const afterBreak = (text: string, at: number): number =>
  Math.min(text.startsWith('\r\n', at) ? at + 2 : at + 1, text.length);

function createLineEnds(text: string): (place: number) => number {
  let known = { from: 0, to: -1 };
  return (place) => {
    if (place < known.from || place > known.to) {
      known = { from: place, to: indexFrom(/[\r\n]/g, text, place) };
    }
    return known.to;
  };
}

type Cell =
  /** `end`: position of the delimiter or line break after the cell, or end of the text. */
  | { text: string; end: number; problem?: undefined }
  /** `next`: beginning of the next line. */
  | { problem: CsvProblem; next: number };

function plainCell(text: string, at: number, ends: Ends): Cell {
  const end = ends.after(text, at);
  return { text: text.slice(at, end), end };
}

interface QuoteReading {
  ends: Ends;
  isEnd: boolean;
  limit: number;
  lineEnds: (place: number) => number;
}

/** An undoubled quote, as in `"12" deck"`, is text if the cell closes in the same line. */
function quotedCell(
  text: string,
  at: number,
  { ends, isEnd, limit, lineEnds }: QuoteReading,
): Cell | 'more' | undefined {
  const open = afterBlanks(text, at);
  if (text[open] !== '"') {
    return open === text.length && !isEnd ? 'more' : undefined;
  }
  const problem = (kind: CsvProblem): Cell => ({
    problem: kind,
    next: afterBreak(text, lineEnds(open)),
  });
  const quotes = /"+/g;
  quotes.lastIndex = open + 1;
  let hasStray = false;
  for (let run = quotes.exec(text); run && run.index <= limit; run = quotes.exec(text)) {
    const after = run.index + run[0].length;
    const end = afterBlanks(text, after);
    if (end === text.length && !isEnd) {
      return 'more';
    }
    // Bounds the work: otherwise each cell could search the whole rest of the file.
    if (hasStray && run.index > lineEnds(open)) {
      return undefined;
    }
    // Doubled quotes are text.
    if (run[0].length % 2 === 0) {
      if (hasStray && opensCell(text, run.index, ends)) {
        return undefined;
      }
      continue;
    }
    const closes = ends.isAt(text, end);
    if (closes && !hasStray) {
      return { text: unescaped(text, open + 1, after - 1), end };
    }
    if (run.index > lineEnds(open)) {
      return problem('stray quote');
    }
    if (closes) {
      return { text: unescaped(text, open + 1, after - 1), end };
    }
    if (opensCell(text, run.index, ends)) {
      return undefined;
    }
    hasStray = true;
  }
  if (!isEnd && text.length <= limit) {
    return 'more';
  }
  return hasStray ? undefined : problem('open quote');
}

const unescaped = (text: string, from: number, to: number): string =>
  text.slice(from, to).replaceAll('""', '"');

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') {
    at += 1;
  }
  return at;
}

function opensCell(text: string, place: number, ends: Ends): boolean {
  let at = place - 1;
  while (text[at] === ' ') {
    at -= 1;
  }
  return ends.isAt(text, at);
}
