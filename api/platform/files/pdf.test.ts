import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pdfDocument } from './pdf.ts';

const at = new Date('2026-01-02T03:04:05Z');

const start = (title = 'A receipt') => pdfDocument({ title, footer: 'Tideweek', at });

/** The texts that a reader can copy out of a file, by the tables of characters of its fonts. */
function charactersIn(file: Buffer): string {
  const source = file.toString('latin1');
  const streams = [...source.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const codes = streams
    .filter((stream) => stream.includes('begincmap'))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]{4})>/g)].map(([, code = '']) => code));
  return codes.map((code) => String.fromCharCode(parseInt(code, 16))).join('');
}

const pagesOf = (file: Buffer): number =>
  [...file.toString('latin1').matchAll(/\/Type \/Page\n/g)].length;

it('prints names in Greek and Cyrillic letters with their own glyphs', async () => {
  const document = start();
  document.line('Traveler', 'Ελένη Ψαρρά');
  document.paragraph('Щедрин');
  const printed = charactersIn(await document.end());
  for (const letter of 'ΕλένηΨαρράЩедрин') {
    expect(printed).toContain(letter);
  }
});

it.each([
  ['漢字', true],
  ['Żółć', false],
])('explains the boxes of characters that it can not print: %s', async (name, isExplained) => {
  const [plain, written] = [start(), start()];
  plain.line('Traveler', '');
  written.line('Traveler', name);
  const [without, file] = [charactersIn(await plain.end()), charactersIn(await written.end())];
  // The note is the only text here with a "J".
  expect([without.includes('J'), file.includes('J')]).toEqual([false, isExplained]);
});

it('goes on to further pages, with texts, facts and tables of any length', async () => {
  const document = start();
  document.heading('Messages');
  document.paragraph('word '.repeat(3_000));
  document.paragraph('unbroken'.repeat(1_000));
  document.line('Fact', 'long '.repeat(1_500));
  document.table(
    [{ title: 'What' }, { title: 'Amount', width: 90, isAmount: true }],
    Array.from({ length: 120 }, (_, row) => [`Row ${row}`, '$1.00']),
  );
  const file = await document.end();
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesOf(file)).toBeGreaterThan(8);
  expect(pagesOf(file)).toBeLessThan(20);
});

it('is the same file for the same texts, and drops control characters', async () => {
  const write = (text: string) => {
    const document = start();
    document.paragraph(text);
    return document.end();
  };
  const [one, other] = [await write('a\u0000b\u202ec'), await write('abc')];
  expect(charactersIn(one)).toBe(charactersIn(other));
  expect(one.length).toBe(other.length);
});
