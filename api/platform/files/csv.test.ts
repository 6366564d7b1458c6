import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWork } from '#api/testing/countWork.ts';
import { csvLines, CsvError, longestRow, readCsv, type CsvRow } from './csv.ts';
import { inDepth } from '#api/testing/depth.ts';

const workOf = countWork(/\/csv\.ts/);

/** Blocks of code executed, and characters searched, for each character of a file. */
const mostWork = 60;

/** More for a thorough run. */
const runs = inDepth(200, 50_000);

/** The text in pieces of the given sizes, which are repeated. */
function inPieces(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? text.length;
    pieces.push(text.slice(from, from + size));
    from += size;
  }
  return pieces;
}

async function read(
  text: string,
  sizes: readonly number[] = [],
): Promise<{ columns: string[]; rows: CsvRow[] }> {
  const { columns, rows } = await readCsv(inPieces(text, sizes));
  const found: CsvRow[] = [];
  for await (const row of rows) {
    found.push(row);
  }
  return { columns, rows: found };
}

/** Columns and cells, with problems in place of cells. */
async function table(text: string, sizes?: number[]): Promise<(string[] | string)[]> {
  const { columns, rows } = await read(text, sizes);
  return [columns, ...rows.map((row) => ('cells' in row ? row.cells : row.problem))];
}

describe('a CSV file', () => {
  it.each([
    [
      'rows of delimiters only',
      'a,b\n1,2\n,,\n , \n\n3,4\n,,,',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'blank columns at the end',
      'a,b,,\r\n1,2,,\r\n3,4\r\n5,6,,,,',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['a value beyond the columns', 'a,b,,\n1,2,,x,', [['1', '2', '', 'x']]],
    ['blank lines before the columns', '\r\n\r\n,,\r\na,b\r\n1,2', [['1', '2']]],
    ['a line that names the delimiter', 'sep=;\r\na;b\r\n1,5;2', [['1,5', '2']]],
    ['the same in quotes, with commas after it', '"sep=;",,\na;b\n1,5;2', [['1,5', '2']]],
    ['a line that names an unusual delimiter', 'sep=^\na^b\n1,5^2', [['1,5', '2']]],
    ['a tab that is named', 'sep=\t\na\tb\n1\t2', [['1', '2']]],
    ['a byte order mark', '\uFEFFa,b\n1,2', [['1', '2']]],
    ['a byte order mark before quotes', '\uFEFF"a","b"\n1,2', [['1', '2']]],
    [
      'line breaks of old computers',
      'a,b\r1,2\r3,4\r',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['line breaks and delimiters in quotes', 'a,b\n"1\r\n,x",2\n', [['1\r\n,x', '2']]],
    ['semicolons', 'a;b\n1;2', [['1', '2']]],
    ['tabs', 'a\tb\n1\t2', [['1', '2']]],
    ['bars', 'a|b\n1|2', [['1', '2']]],
    [
      'an inch mark in a cell',
      'a,b\n12" deck,2\n3,5"',
      [
        ['12" deck', '2'],
        ['3', '5"'],
      ],
    ],
    ['an inch mark in a quoted cell', 'a,b\n"a 12" deck, wide",2\n', [['a 12" deck, wide', '2']]],
    ['a quoted word at the start of a cell', 'a,b\n"Palm" Resort,"2"\n', [['"Palm" Resort', '2']]],
    ['blanks around quotes', 'a,b\n "1" , "2" \n', [['1', '2']]],
    ['quotes that are doubled', 'a,b\n"1""",""""\n', [['1"', '"']]],
  ])('may have %s', async (_, text, rows) => {
    for (const sizes of [[], [1], [2, 3]]) {
      expect(await table(text, sizes)).toEqual([['a', 'b'], ...rows]);
    }
  });

  it('has the delimiter that its columns have most of outside quotes', async () => {
    expect(await table('"a, with, commas";b\n1;2')).toEqual([
      ['a, with, commas', 'b'],
      ['1', '2'],
    ]);
    expect(await table('"a;;;",b\n1,2')).toEqual([
      ['a;;;', 'b'],
      ['1', '2'],
    ]);
    expect(await table('a\n1,2')).toEqual([['a'], ['1', '2']]);
  });

  it('loses one row to a quote that is not closed', async () => {
    expect(await read('a,b\n1,2\n3,"x\n5,6\n')).toEqual({
      columns: ['a', 'b'],
      rows: [
        { line: 2, cells: ['1', '2'], isLast: false },
        { line: 3, problem: 'open quote' },
        { line: 4, cells: ['5', '6'], isLast: false },
      ],
    });
    expect(await read('a,b\n"1\n2",2\n"two\nlines","x\n5,6\n7,"y"z\n"8",9')).toEqual({
      columns: ['a', 'b'],
      rows: [
        { line: 2, cells: ['1\n2', '2'], isLast: false },
        { line: 5, problem: 'stray quote' },
        { line: 6, cells: ['5', '6'], isLast: false },
        { line: 7, cells: ['7', '"y"z'], isLast: false },
        { line: 8, cells: ['8', '9'], isLast: true },
      ],
    });
  });

  it('may have no row', async () => {
    for (const text of ['', '\uFEFF', '\n\n', ',,\n', 'sep=;\n']) {
      expect(await read(text, [1])).toEqual({ columns: [], rows: [] });
    }
  });

  it('has no column twice, unless it is blank', async () => {
    await expect(read('sep=;\nTitle; a ;;\u0000a;b;;Title')).rejects.toThrow(
      'the column "a" stands twice',
    );
    await expect(read(`${'x'.repeat(99)},${'x'.repeat(99)}`)).rejects.toThrow(
      `the column "${'x'.repeat(60)}" stands twice`,
    );
    expect(await table('a,,A,,\n1,2,3,4')).toEqual([
      ['a', '', 'A'],
      ['1', '2', '3', '4'],
    ]);
  });

  it('has no row of more than a million characters', async () => {
    const long = 'x'.repeat(longestRow + 10);
    for (const text of [`a,b\n${long}`, long, `a,b\n1,2\n${'x,'.repeat(longestRow)}\n3,4`]) {
      await expect(read(text, [65_536])).rejects.toThrow(CsvError);
    }
    const open = `a,b\n1,"x\n${'2,3\n'.repeat(400_000)}`;
    const { rows } = await read(open, [65_536]);
    expect([rows[0], rows.length]).toEqual([{ line: 2, problem: 'open quote' }, 400_001]);
  });
});

const delimiter = fc.constantFrom(',', ';', '\t', '|');
const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', ' ', 'a'),
    maxLength: 8,
  }),
);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

const written = (cells: string[], separator: string): string =>
  cells
    .map((text) => (/[",;\t|\r\n ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(separator);

describe('any table', () => {
  it('comes back as it was written', async () => {
    const columns = ['One', 'Two, or ""', 'Three'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }),
        delimiter,
        lineBreak,
        fc.record({ mark: fc.boolean(), isNamed: fc.boolean(), blankRows: fc.boolean() }),
        sizes,
        async (rows, separator, newline, { mark, isNamed, blankRows }, pieces) => {
          const blank = blankRows
            ? [
                ['', '', ''],
                ['', '', '', '', ''],
              ]
            : [];
          const lines = [...blank, columns, ...blank, ...rows, ...blank];
          const text =
            (mark ? '\uFEFF' : '') +
            (isNamed ? `sep=${separator}${newline}` : '') +
            lines.map((line) => written(line, separator) + newline).join('');
          const filled = rows.filter((row) => row.some((each) => each.trim() !== ''));
          expect(await table(text, pieces)).toEqual([columns, ...filled]);
        },
      ),
      { numRuns: runs },
    );
  });

  it('comes back from what our exports write, as csv-parse reads it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { maxLength: 6 }),
        sizes,
        async (rows, pieces) => {
          const filled = rows.filter((row) => row.some((each) => each.trim() !== ''));
          const text = csvLines([['One', 'Two'], ...filled]);
          expect(await table(text, pieces)).toEqual(parse(text, { record_delimiter: '\r\n' }));
        },
      ),
      { numRuns: runs },
    );
  });
});

const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('"', '""', ',', ';', '\n', '\r', ' ', 'a', '"a', 'a"'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
      { weight: 1, arbitrary: fc.constantFrom('sep=;\n', '\uFEFF', '\0', '"\n', ',"x\n') },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

/** Reads a file that may have a column twice. */
const readAny = (text: string, pieces?: readonly number[]) =>
  read(text, pieces).catch((error: unknown) => {
    expect(error).toBeInstanceOf(CsvError);
    return { failure: (error as CsvError).message, rows: [] };
  });

describe('any text', () => {
  it('is read in pieces as in one, each row in its line, and nothing throws', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, sizes, async (text, pieces) => {
        const whole = await readAny(text);
        expect(await readAny(text, pieces)).toEqual(whole);
        const lines = whole.rows.map(({ line }) => line);
        expect(lines).toEqual([...lines].sort((a, b) => a - b));
        expect(new Set(lines).size).toBe(lines.length);
        expect(lines.at(-1) ?? 0).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
      }),
      { numRuns: runs },
    );
  });

  it('is read from bytes that are no text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), sizes, async (bytes, pieces) => {
        await readAny(new TextDecoder('utf-8').decode(bytes), pieces);
      }),
      { numRuns: runs },
    );
  });

  it('takes work in proportion to its length, whatever is repeated in it', async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(1, 10, 100, 1_000), async (part, times) => {
        const text = `a,b\n${part.repeat(times)}`.slice(0, 4_000);
        const work = await workOf(() => read(text));
        most = Math.max(most, work / (text.length + 100));
      }),
      { numRuns: runs },
    );
    expect(most).toBeLessThan(mostWork);
  });

  it.each([
    ['quotes that never close', '"a,\n'],
    ['open quotes before pairs', '"x\n""\n""\n'],
    ['pairs before words, in lines', '""x\n'],
    ['pairs before words, in cells', '""x,'],
    ['quoted words', '"a"b,'],
    ['stray quotes', 'x" y'],
    ['pairs', '"",'],
    ['blanks', '" '],
    ['cells', ','],
  ])('takes work in proportion to its length, with many %s', async (_, part) => {
    for (const start of ['', '"', '"x\n', '"a"b,']) {
      const work = await workOf(() => read(`a,b\n${start}${part.repeat(5_000)}`, [65_536]));
      expect(work).toBeLessThan(mostWork * part.length * 5_000);
    }
  });
});
