import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWork } from '#api/testing/countWork.ts';
import { contactsIn, hiddenWords, maskContacts } from './maskContacts.ts';

const workOf = countWork(/(?:maskContacts|contactWords)\.ts/);
const workFor = (text: string): Promise<number> => workOf(() => maskContacts(text));

const masked = (text: string): string => maskContacts(text).text;

describe('Hidden', () => {
  it.each([
    'call 808-555-1234 now',
    '(808) 555 1234',
    '+49 170 1234567',
    '555-1234',
    '06.12.34.56.78',
    'room 808 5551234',
    'weeks 06 12 34 56 78',
    'my booking reference 8085551234',
    'tel8085551234',
    '8 0 8 5 5 5 1 2 3 4',
    '8, 0, 8, 5, 5, 5, 1, 2, 3, 4',
    '8O8 555 1234',
    '8\u200b0\u200b85551234',
    '٨٠٨٥٥٥١٢٣٤',
    '８０８－５５５－１２３４',
    '①②③④⑤⑥⑦',
    '8️⃣0️⃣8️⃣5️⃣5️⃣5️⃣1️⃣2️⃣',
    'eight oh eight five five five one two three four',
    '808 two 5 5 5 one 2 3 4',
  ])('phone number: %s', (text) => {
    expect(masked(text)).toContain(hiddenWords);
    expect(masked(text)).not.toMatch(/\p{N}|two|eight/u);
  });

  it.each([
    'jo@example.com',
    'jo@example',
    'jo+week@example.co.uk',
    'jo ＠ example．com',
    'jo (at) example dot com',
    'jo [at] example [dot] com',
    'jo at example dot com',
    'jo(at)example.com',
    'jo AT gmail',
    'jo dot example at gmail dot com',
    'https://example.com/jo?b=1#c',
    'www.example.com',
    'example.com',
    'Example．COM',
    'example . com',
    'example dot com',
    'example dot co dot uk',
    't.me/jo_example',
    'wa.me/18085551234',
  ])('address or link: %s', (text) => {
    expect(masked(`We are ${text}, yes`)).toMatch(/^We are \[hidden\](, yes| yes)$/);
  });

  it.each([
    '12 Main Street',
    '4521 Lower Honoapiilani Road',
    '12 ocean view blvd',
    'P.O. Box 1234',
    'PO Box 12',
  ])('street address: %s', (text) => {
    expect(masked(`We live at ${text}.`)).toBe('We live at [hidden].');
  });
});

it('Only the link goes from what is said about it', () => {
  expect(masked('Pay me at example.com')).toBe('Pay me at [hidden]');
});

describe('Kept', () => {
  it.each([
    'from 2027-02-13 to 2027-02-20',
    '02/13/2027 - 02/20/2027',
    '13.02.2027-20.02.2027',
    '12/24 - 12/31/2027',
    '3/10 to 3/17 2027',
    'March 3-10 2027, or March 24 - 31, 2028',
    '3-10 March 2027',
    'Mar 3, 2027 – Mar 10, 2027',
    '20270213',
    '2026/2027/2028',
    '16.00-18.00, 10:30 - 11:45',
    '$1,250.00 or $12,500 - $13,000',
    '$12500-13500',
    '1.250.000 € or 1 250 000 €',
    'USD 12500, 1250000 points',
    '1200-1500',
    'weeks 27, 28, 29, 30',
    'weeks 27 28 29 30 31',
    'weeks 24/25/26/27',
    'week 27 2027',
    'unit 1204, units 3105 3106 and #4512',
    'Unit 12-1204',
    'booking 0193fa2b-ac96-774b-bcce-b302099a8057',
    'certificate GC-2027-104-55 or RCI-4829-1938-22',
    'confirmation 123456789',
    '2 adults, 2 kids, 4 beds, 1.5/2 baths',
    'Thanks.See you. It is at the beach.Me too',
    'two nights @ $100',
    'We arrive at 10.Is that ok?',
    'a 10 minute drive, 2 hours by road, 1 block off the main street',
    '2 lovely St Thomas weeks',
    'open 9 a.m./5 p.m., the dot on the map',
    'constructor and __proto__',
    '',
  ])('%s', (text) => {
    expect(maskContacts(text)).toEqual({ text, isMasked: false });
  });
});

/** A line of the golden table: what goes is in «guillemets». */
const golden: { hide?: string; keep?: string }[] = readFileSync(
  new URL('maskContacts.golden.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { hide?: string; keep?: string });

const [hides, keeps] = [
  golden.flatMap(({ hide }) => hide ?? []),
  golden.flatMap(({ keep }) => keep ?? []),
];

describe('The golden table', () => {
  it('has 180 texts of both kinds, each once', () => {
    expect(hides.length).toBeGreaterThanOrEqual(180);
    expect(keeps.length).toBeGreaterThanOrEqual(180);
    expect(new Set([...hides, ...keeps]).size).toBe(golden.length);
  });

  it.each(hides)('hides %s', (line) => {
    const [before = '', contact = '', after = ''] = line.split(/[«»]/);
    const text = `${before}${contact}${after}`;
    expect(masked(text)).toBe(`${before}${hiddenWords}${after}`);
    expect(contactsIn(text)).toEqual([contact]);
  });

  it.each(keeps)('keeps %s', (text) => {
    expect(maskContacts(text)).toEqual({ text, isMasked: false });
  });
});

/** Digits as people write them in other scripts and styles. */
const zeros = ['0', '٠', '०', '０', '𝟎', '𝟶'];

const inScript = (digits: string, zero: string): string =>
  [...digits]
    .map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
    .join('');

const phone = fc
  .record({
    digits: fc.string({ unit: fc.constantFrom(...'23456789'), minLength: 10, maxLength: 10 }),
    groups: fc.constantFrom([10], [3, 3, 4], [3, 7], Array<number>(10).fill(1)),
    sign: fc.constantFrom('', ' ', '.', '-', ' - ', '\u00a0', '–', ') '),
    zero: fc.constantFrom(...zeros),
  })
  .map(({ digits, groups, sign, zero }) => {
    let at = 0;
    return groups.map((size) => inScript(digits.slice(at, (at += size)), zero)).join(sign);
  });

/** A text without anything to hide. */
const prose = fc
  .array(fc.constantFrom('We', 'hope', 'to', 'come', 'early', 'thanks', 'Zoë', '🌴', ',', '!'))
  .map((words) => words.join(' '));

describe('Any text', () => {
  it('loses each phone number, whatever its digits and signs, and nothing beside it', () => {
    fc.assert(
      fc.property(prose, phone, prose, (before, number, after) => {
        expect(masked(`${before} | ${number} | ${after}`)).toBe(`${before} | [hidden] | ${after}`);
      }),
    );
  });

  const parts = ['1', '22', '٣', ' ', '.', '-', '@', ' at ', ' dot ', 'com', 'a', '\u200b', '/'];
  const others = ['gmail', 'ig: ', 'jo_b', ' on ', 'booking ', '555', '0173', 'zip ', '[hidden]'];
  const text = fc.array(
    fc.oneof(fc.constantFrom(...parts, ...others), fc.string({ unit: 'binary' })),
  );

  it('is not masked again', () => {
    fc.assert(
      fc.property(text, (pieces) => {
        const once = masked(pieces.join(''));
        expect(maskContacts(once)).toEqual({ text: once, isMasked: false });
      }),
    );
  });

  it('keeps everything else in its order', () => {
    fc.assert(
      fc.property(text, (pieces) => {
        const given = pieces.join('');
        const result = maskContacts(given);
        let at = 0;
        for (const piece of result.text.split(hiddenWords)) {
          const found = given.indexOf(piece, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + piece.length;
        }
        expect(result.isMasked).toBe(result.text !== given);
      }),
    );
  });
});

it.each([
  '1 ',
  '1,',
  '1/2/',
  '$1,111,',
  'week 1 ',
  'jan 1 ',
  'oh ',
  '٣',
  '1 a b c ',
  'p.o. ',
  'a.',
  'a-',
  '@',
  'a@',
  'at ',
  '[at] ',
  'dot ',
  'a dot com ',
  'a.com/',
  'https://',
  '0193fa2b-',
  '(',
  ' ',
  '\u200b',
  'ig: jo ',
  'jo_b on ig ',
  '@jo ',
  'a b c d ',
  'dos y ',
  'vierundzwanzig',
  '1l1 ',
  '202, 303, ',
  'no. ab-',
])('costs work in proportion to the length, for %j over and over', async (piece) => {
  const long = (length: number) => piece.repeat(length / piece.length);
  await workFor(long(500));
  const [some, eightTimes] = [await workFor(long(500)), await workFor(long(4_000))];
  expect(some).toBeGreaterThan(100);
  // Quadratic work would be 64 times as much.
  expect(eightTimes).toBeLessThan(12 * some);
});
