import { Assembler } from 'stream-json/assembler.js';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { decode } from './decode.ts';
import { ProviderError } from '#api/context/sources.ts';

const longestRow = 1_000_000;

/** One entry of a list, or a `problem` if it is too long. */
export type JsonRow = { number: number; value: unknown } | { number: number; problem: string };

/** The deepest nesting allowed in a document. */
const deepest = 64;

/**
 * Streams the entries of a list in a JSON document, holding one at a time.
 * @param path keys to the list, such as 'data.weeks'; empty if the document is the list
 * @throws {ProviderError} if it is not JSON, has no such list, nests too deep or is incomplete
 */
export async function* jsonRows(
  name: string,
  body: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<JsonRow, void, undefined> {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const list = createListReader(path === '' ? [] : path.split('.'));
  for await (const text of decode(name, body)) {
    for (const token of tokensOf(parse, text, name)) {
      const row = list.take(token);
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

function createListReader(path: string[]) {
  /** Keys on the path to the current position; null in a list. */
  const keys: (string | null)[] = [];
  let begun = false;
  let found = false;
  /** Nesting depth at the start of the list; undefined outside of it. */
  let listDepth: number | undefined;
  let number = 0;
  let row: ReturnType<typeof createRowBuilder> | undefined;
  let text = '';

  const isAtPath = (): boolean =>
    keys.length === path.length && path.every((key, index) => keys[index] === key);

  return {
    depth: () => keys.length,
    isClosed: () => begun && keys.length === 0,
    wasFound: () => found,
    take(token: Token): JsonRow | undefined {
      begun = true;
      if (listDepth !== undefined && !row && token.name !== 'endArray') {
        number += 1;
        row = createRowBuilder();
      }
      row?.add(token);
      switch (token.name) {
        case 'startKey':
          text = '';
          return undefined;
        case 'stringChunk':
          // Only keys matter here; a long one can't be on the path.
          text = text.length > 1000 ? text : text + token.value;
          return undefined;
        case 'endKey':
          keys[keys.length - 1] = text;
          return undefined;
        case 'startString':
          text = '';
          return undefined;
        case 'startObject':
        case 'startArray':
          if (listDepth === undefined && token.name === 'startArray' && isAtPath()) {
            listDepth = keys.length;
            found = true;
          }
          keys.push(null);
          return undefined;
        case 'endObject':
        case 'endArray':
          keys.pop();
          if (keys.length === listDepth) {
            listDepth = undefined;
            return undefined;
          }
          return completed();
        case 'endString':
        case 'endNumber':
        case 'nullValue':
        case 'trueValue':
        case 'falseValue':
          return completed();
        default:
          return undefined;
      }
    },
  };

  function completed(): JsonRow | undefined {
    if (!row || listDepth === undefined || keys.length !== listDepth + 1) {
      return undefined;
    }
    const finished = row.finish();
    row = undefined;
    return { number, ...finished };
  }
}

/** Assembles an entry; stops storing it once it is too long. */
function createRowBuilder() {
  const assembler = new Assembler();
  let value: unknown;
  let length = 0;
  let depth = 0;
  let pieces = '';
  const isTooLong = (): boolean => length > longestRow;

  function scalar(token: Parameters<typeof assembler.consume>[0], plain: unknown): void {
    if (depth === 0) {
      value = plain;
    } else {
      assembler.consume(token);
    }
  }

  return {
    add(token: Token): void {
      length += 1 + ('value' in token && typeof token.value === 'string' ? token.value.length : 0);
      if (isTooLong()) {
        return;
      }
      switch (token.name) {
        case 'startKey':
        case 'startString':
        case 'startNumber':
          pieces = '';
          return;
        case 'stringChunk':
        case 'numberChunk':
          pieces += token.value;
          return;
        case 'endKey':
          assembler.consume({ name: 'keyValue', value: pieces });
          return;
        case 'endString':
          scalar({ name: 'stringValue', value: pieces }, pieces);
          return;
        case 'endNumber': {
          const exact = asNumber(pieces);
          scalar(
            { name: typeof exact === 'string' ? 'stringValue' : 'numberValue', value: pieces },
            exact,
          );
          return;
        }
        case 'nullValue':
        case 'trueValue':
        case 'falseValue':
          scalar(token, token.value);
          return;
        case 'startObject':
        case 'startArray':
          depth += 1;
          assembler.consume(token);
          return;
        case 'endObject':
        case 'endArray':
          depth -= 1;
          assembler.consume(token);
          value = assembler.current;
          return;
        default:
      }
    },
    finish: () => (isTooLong() ? { problem: 'The row is longer than 1 MB' } : { value }),
  };
}

/**
 * Parses a number. A number that JavaScript can't represent exactly, such as a long id, stays text.
 */
function asNumber(text: string): number | string {
  const number = Number(text);
  const isExact = !/^-?\d+$/.test(text) || Number.isSafeInteger(number) || String(number) === text;
  return isExact && Number.isFinite(number) ? number : text;
}
