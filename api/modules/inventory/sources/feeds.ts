import { Assembler } from 'stream-json/assembler.js';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { decode } from './decode.ts';
import {
  ProviderError,
  type Mapping,
  type OfferedRow,
  weekFields,
  type OfferedWeek,
} from '#api/context/sources.ts';
import { CsvError, readCsv, type CsvRow } from '#api/platform/files/csv.ts';

/** Characters. */
const longestRow = 1_000_000;

export type JsonRow = { number: number; value: unknown } | { number: number; problem: string };

const deepest = 64;

/**
 * Streams the entries of a list in a JSON document, holding one at a time.
 * @param path keys to the list, such as 'data.weeks'; empty if the document is the list
 * @throws {ProviderError} if it is not JSON, has no such list, nests too deep or is incomplete
 */
async function* jsonRows(
  name: string,
  body: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<JsonRow, void, undefined> {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const pack = createPacker();
  const list = createListReader(path === '' ? [] : path.split('.'));
  for await (const text of decode(name, body)) {
    for (const token of tokensOf(parse, text, name)) {
      const packed = pack(token);
      const row = packed && list.take(packed);
      if (row) {
        yield row;
      }
      if (list.depth() > deepest) {
        throw new ProviderError(`${name} nests deeper than ${deepest} levels`);
      }
    }
  }
  if (!list.isClosed()) {
    throw new ProviderError(`${name} ended in the middle`);
  }
  if (!list.wasFound()) {
    const where = path === '' ? 'is no list' : `has no list at ${path}`;
    throw new ProviderError(`What ${name} sent ${where}`);
  }
}

function tokensOf(parse: ReturnType<typeof jsonParser>, text: string, name: string): Token[] {
  try {
    const tokens = parse(text);
    return typeof tokens === 'object' && 'values' in tokens ? tokens.values : [];
  } catch {
    // The parser's message would quote the document.
    throw new ProviderError(`What ${name} sent is not JSON`);
  }
}

/** Joins the pieces of a key, text or number, which may be cut once it is too long for a row. */
function createPacker() {
  let text = '';
  return (token: Token): Token | undefined => {
    switch (token.name) {
      case 'startKey':
      case 'startString':
      case 'startNumber':
        text = '';
        return undefined;
      case 'stringChunk':
      case 'numberChunk':
        text += text.length > longestRow ? '' : token.value;
        return undefined;
      case 'endKey':
        return { name: 'keyValue', value: text };
      case 'endString':
        return { name: 'stringValue', value: text };
      case 'endNumber':
        return { name: isExact(text) ? 'numberValue' : 'stringValue', value: text };
      default:
        return token;
    }
  };
}

/** Whether JavaScript represents a number exactly; other numbers, such as long ids, stay text. */
function isExact(text: string): boolean {
  const number = Number(text);
  return (
    Number.isFinite(number) &&
    (!/^-?\d+$/.test(text) || Number.isSafeInteger(number) || String(number) === text)
  );
}

function createListReader(path: string[]) {
  /** Keys on the path to the current position; null in a list. */
  const keys: (string | null)[] = [];
  let begun = false;
  let found = false;
  /** Nesting depth at the start of the list; undefined outside of it. */
  let listDepth: number | undefined;
  let number = 0;
  let row: { assembler: Assembler; length: number } | undefined;

  const isAtPath = (): boolean =>
    keys.length === path.length && path.every((key, index) => keys[index] === key);

  return {
    depth: () => keys.length,
    isClosed: () => begun && keys.length === 0,
    wasFound: () => found,
    take(token: Token): JsonRow | undefined {
      begun = true;
      const { name } = token;
      const value = 'value' in token ? token.value : null;
      if (name === 'endObject' || name === 'endArray') {
        keys.pop();
        if (keys.length === listDepth) {
          listDepth = undefined;
        }
      } else if (name === 'keyValue') {
        keys[keys.length - 1] = token.value;
      }
      if (listDepth !== undefined) {
        row ??= { assembler: new Assembler(), length: 0 };
        row.length += 1 + (typeof value === 'string' ? value.length : 0);
        if (row.length <= longestRow) {
          row.assembler.consume(token);
        }
      }
      if (name === 'startObject' || name === 'startArray') {
        if (listDepth === undefined && name === 'startArray' && isAtPath()) {
          listDepth = keys.length;
          found = true;
        }
        keys.push(null);
        return undefined;
      }
      if (!row || name === 'keyValue' || keys.length - 1 !== listDepth) {
        return undefined;
      }
      const { assembler, length } = row;
      row = undefined;
      number += 1;
      return length > longestRow
        ? { number, problem: 'The row is longer than 1 MB' }
        : { number, value: assembler.current };
    },
  };
}

/**
 * Streams the weeks of a JSON document.
 * @throws {ProviderError} if it is not JSON, has no such list, nests too deep or is incomplete
 */
export async function* jsonFeed(
  name: string,
  body: AsyncIterable<Uint8Array>,
  mapping: Mapping,
): AsyncGenerator<OfferedRow, void, undefined> {
  const weekOf = createMapper(mapping);
  for await (const row of jsonRows(name, body, mapping.rows ?? '')) {
    if ('problem' in row) {
      yield row;
    } else if (typeof row.value === 'object' && row.value !== null && !Array.isArray(row.value)) {
      yield { number: row.number, week: weekOf(row.value) };
    } else {
      yield { number: row.number, problem: 'The row is no object with fields' };
    }
  }
}

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

/**
 * Maps the fields of a row to the fields of a week.
 * @param mapping the path of each field in the row
 */
function createMapper(mapping: Mapping): (row: object) => OfferedWeek {
  const paths = weekFields.map((field) => [field, mapping.fields?.[field] ?? field] as const);
  return (row) => {
    const week: OfferedWeek = {};
    for (const [field, path] of paths) {
      const value = valueAt(row, path);
      if (value !== undefined) {
        week[field] = value;
      }
    }
    return week;
  };
}

/** The value at a path such as 'resort.name' or 'prices.0'; a key of exactly that name wins. */
function valueAt(row: object, path: string): unknown {
  if (Object.hasOwn(row, path)) {
    return (row as Record<string, unknown>)[path];
  }
  let value: unknown = row;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
