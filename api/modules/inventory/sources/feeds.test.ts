import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvFeed, jsonFeed } from './feeds.ts';
import { ProviderError, weekFields, type Mapping, type OfferedRow } from '#api/context/sources.ts';
import { inDepth } from '#api/testing/depth.ts';

const canary = 'canary-key-5f1e2d';

/** The bytes in chunks of the given sizes, which are repeated. */
async function* inPieces(text: string | Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(from, from + size);
    from += size;
    await Promise.resolve();
  }
}

const feeds = { json: jsonFeed, csv: csvFeed };

async function rows(
  kind: keyof typeof feeds,
  text: string | Uint8Array,
  mapping: Mapping = {},
  sizes = [7],
): Promise<OfferedRow[]> {
  const found: OfferedRow[] = [];
  for await (const row of feeds[kind]('Palm Weeks', inPieces(text, sizes), mapping)) {
    found.push(row);
  }
  return found;
}

async function failure(...args: Parameters<typeof rows>): Promise<string> {
  const error: unknown = await rows(...args).then(
    (found) => new Error(`read: ${JSON.stringify(found)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  const { message, stack, cause } = error as ProviderError;
  expect(`${message} ${stack} ${String(cause)}`).not.toContain(canary);
  return message;
}

const week = fc.dictionary(
  fc.constantFrom(...weekFields),
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
  ),
  { noNullPrototype: true },
);

const pieceSizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 });

describe('a JSON feed', () => {
  it('is read as it was written, in chunks of any size', async () => {
    const mapping: Mapping = {
      rows: 'data.weeks',
      fields: { resortName: 'resort.name', resortId: 'resort.id', pricePerNight: 'prices.1' },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(week, { maxLength: 8 }),
        pieceSizes,
        fc.constantFrom(undefined, 1, '\t'),
        async (weeks, sizes, space) => {
          const text = JSON.stringify(
            {
              about: { weeks: ['not these'], data: [{ weeks: [1] }] },
              data: {
                count: weeks.length,
                weeks: weeks.map(({ resortName, resortId, pricePerNight, ...rest }) => ({
                  ...rest,
                  extra: { nested: [1, [2, { three: 3 }]] },
                  ...(resortName === undefined && resortId === undefined
                    ? {}
                    : { resort: { name: resortName, id: resortId } }),
                  ...(pricePerNight === undefined ? {} : { prices: [0, pricePerNight] }),
                })),
              },
              after: ['x'],
            },
            null,
            space,
          );
          const found = await rows('json', text, mapping, sizes);
          const plain = weeks.map((given) => JSON.parse(JSON.stringify(given)) as object);
          expect(found).toEqual(plain.map((given, index) => ({ number: index + 1, week: given })));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('may be the list itself, begin with a byte order mark, and contain hostile keys', async () => {
    const text =
      '\uFEFF[{"externalId":"a","__proto__":{"title":"x"},"constructor":1},{"toString":1}]';
    expect(await rows('json', text)).toEqual([
      { number: 1, week: { externalId: 'a' } },
      { number: 2, week: {} },
    ]);
    expect(await rows('json', '[{"title":1}]', { fields: { title: '__proto__.title' } })).toEqual([
      { number: 1, week: {} },
    ]);
    expect(await rows('json', '[]')).toEqual([]);
  });

  it('keeps a number as text if JavaScript cannot represent it', async () => {
    expect(await rows('json', '[{"externalId":12345678901234567890,"title":1e999}]')).toEqual([
      { number: 1, week: { externalId: '12345678901234567890', title: '1e999' } },
    ]);
  });

  it('finds a key with a dot in its name', async () => {
    expect(
      await rows('json', '[{"resort.name":"Palm","resort":{"name":"Other"}}]', {
        fields: { resortName: 'resort.name' },
      }),
    ).toEqual([{ number: 1, week: { resortName: 'Palm' } }]);
  });

  it('reports rows that are not objects, and continues', async () => {
    expect(await rows('json', '[null,"sold",[],7,true,{"title":"x"},-1]')).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => ({ number, problem: 'The row is no object with fields' })),
      { number: 6, week: { title: 'x' } },
      { number: 7, problem: 'The row is no object with fields' },
    ]);
  });

  it('reports a row longer than 1 MB, whichever part is long, and continues', async () => {
    const long = 'x'.repeat(1_100_000);
    const many = Array.from({ length: 600_000 }, () => 1);
    const text = JSON.stringify([{ a: long }, { [long]: 1 }, { a: many }, long, { title: 'x' }]);
    const problem = 'The row is longer than 1 MB';
    expect(await rows('json', text, {}, [65_536])).toEqual([
      ...[1, 2, 3, 4].map((number) => ({ number, problem })),
      { number: 5, week: { title: 'x' } },
    ]);
  });

  it('throws wherever it is cut off', async () => {
    const text = '{"data":{"weeks":[{"title":"a\\u00e9b","view":-1.5e3},{"title":null}]}}';
    for (let length = 0; length < text.length; length += 1) {
      const message = await failure('json', text.slice(0, length), { rows: 'data.weeks' });
      expect(message, text.slice(0, length)).toBe('Palm Weeks ended in the middle');
    }
    expect(await rows('json', text, { rows: 'data.weeks' })).toHaveLength(2);
  });

  it.each([
    ['<html>canary-key-5f1e2d</html>', 'What Palm Weeks sent is not JSON'],
    ['[{"title":"canary-key-5f1e2d" "x"}]', 'What Palm Weeks sent is not JSON'],
    ["[{'title':1}]", 'What Palm Weeks sent is not JSON'],
    ['[] []', 'What Palm Weeks sent is not JSON'],
    ['[1,]', 'What Palm Weeks sent is not JSON'],
    ['{}', 'What Palm Weeks sent is no list'],
    ['"weeks"', 'What Palm Weeks sent is no list'],
    [`[${'['.repeat(70)}`, 'Palm Weeks nests deeper than 64 levels'],
  ])('%s', async (text, message) => {
    expect(await failure('json', text)).toBe(message);
  });

  it('throws if there is no list at the path', async () => {
    for (const text of ['{"data":{}}', '{"data":[]}', '[]', '{"data":{"weeks":{"a":[1]}}}']) {
      expect(await failure('json', text, { rows: 'data.weeks' }), text).toBe(
        'What Palm Weeks sent has no list at data.weeks',
      );
    }
  });

  it('throws if it is not UTF-8', async () => {
    expect(await failure('json', Buffer.from('["\xe9"]', 'latin1'))).toBe(
      'What Palm Weeks sent is not UTF-8 text',
    );
    expect(await failure('json', Buffer.from('["é').subarray(0, 3))).toBe(
      'Palm Weeks ended in the middle',
    );
  });
});

describe('a CSV feed', () => {
  const columns = weekFields.map((field) => `The ${field}`);
  const mapping: Mapping = {
    fields: Object.fromEntries(weekFields.map((field) => [field, `The ${field}`])),
  };

  it('is read as it was written, in chunks of any size', async () => {
    const cells = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), {
      minLength: weekFields.length,
      maxLength: weekFields.length,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells, { maxLength: 8 }),
        pieceSizes,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (records, sizes, delimiter, newline, hasMark) => {
          const text = stringify([columns, ...records], {
            delimiter,
            record_delimiter: newline,
            quoted_match: /[\r\n\t;,]/,
          });
          const found = await rows('csv', (hasMark ? '\uFEFF' : '') + text, mapping, sizes);
          expect(found).toEqual(
            records.map((record, index) => ({
              number: index + 1,
              week: Object.fromEntries(weekFields.map((field, at) => [field, record[at]])),
            })),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reports rows with too few or too many columns, and continues', async () => {
    expect(await rows('csv', 'externalId,title\na,b\nsold\n\nc,d,e\nf,g')).toEqual([
      { number: 1, week: { externalId: 'a', title: 'b' } },
      { number: 2, problem: 'The row has 1 columns, and the first line 2' },
      { number: 3, problem: 'The row has 3 columns, and the first line 2' },
      { number: 4, week: { externalId: 'f', title: 'g' } },
    ]);
    expect(await rows('csv', 'externalId,title\n')).toEqual([]);
    expect(await rows('csv', 'externalId,title\na\n')).toHaveLength(1);
  });

  it('throws if it is cut off in a row or in quotes', async () => {
    expect(await failure('csv', 'externalId,title\na,b\nc')).toBe('Palm Weeks ended in the middle');
    expect(await failure('csv', 'externalId,title\na,"b\nc,d\n')).toBe(
      'Palm Weeks ended in the middle: the quote in line 2 is not closed',
    );
    expect(await failure('csv', '')).toBe('Palm Weeks sent no line with the names of the columns');
  });

  it('skips rows of separators and blank columns, and loses one row to a bad quote', async () => {
    const text =
      'sep=;\r\n;;\r\nexternalId;title;;\r\n;;;\r\na;12" deck;;\r\nb;"x\r\nc;"y"z\r\nd;"e"\r\n;;;\r\n';
    expect(await rows('csv', text)).toEqual([
      { number: 1, week: { externalId: 'a', title: '12" deck' } },
      { number: 2, problem: 'A quote stands where none may be, or is not closed, in line 6' },
      { number: 3, week: { externalId: 'c', title: '"y"z' } },
      { number: 4, week: { externalId: 'd', title: 'e' } },
    ]);
  });

  it('offers each row that can be read, or says that not all can', async () => {
    const damaged = fc
      .array(fc.constantFrom('"', '""', ',', ' ', 'x', '\n', '\r\n', 'id', '\u0000'), {
        maxLength: 9,
      })
      .map((parts) => parts.join(''));
    const readable = fc.nat(9).map((id) => `"week-${id}","Two, ""three"""`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(damaged, readable), { maxLength: 8 }),
        pieceSizes,
        async (lines, sizes) => {
          const text = ['externalId,title', ...lines, ''].join('\n');
          const found = await rows('csv', text, {}, sizes).catch((error: unknown) => {
            expect(error).toBeInstanceOf(ProviderError);
            return 'refused';
          });
          if (typeof found === 'string' || found.some((row) => 'problem' in row)) {
            return;
          }
          const ids = found.map((row) => 'week' in row && row.week.externalId);
          for (const id of lines.flatMap((line) => /^"(week-\d)/.exec(line)?.[1] ?? [])) {
            expect(ids).toContain(id);
          }
        },
      ),
      { numRuns: inDepth(200, 50_000) },
    );
  });

  it('throws if a column stands twice', async () => {
    expect(await failure('csv', 'externalId,title, title\na,b,c\n')).toBe(
      `What Palm Weeks sent can't be read: the column "title" stands twice`,
    );
  });

  it('throws if a row never ends, and never quotes what was sent', async () => {
    const endless = `a,b\n1,"${canary}${'x,\n'.repeat(400_000)}`;
    expect(await failure('csv', endless, {}, [65_536])).toBe(
      'Palm Weeks ended in the middle: the quote in line 2 is not closed',
    );
    expect(await failure('csv', 'x'.repeat(1_200_000), {}, [65_536])).toBe(
      "What Palm Weeks sent can't be read: line 1 is longer than 1 MB",
    );
    expect(await failure('csv', Buffer.from('a,b\n\xe9,1', 'latin1'))).toBe(
      'What Palm Weeks sent is not UTF-8 text',
    );
  });
});
