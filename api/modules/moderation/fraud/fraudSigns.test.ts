import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraudReasons, type FraudReason } from '#common/fraudReasons.ts';
import { fraudSigns } from './fraudSigns.ts';

interface GoldenText {
  /** Rules were made with half `tuned` only, and tried on `held` before any change; then `later`. */
  half: 'tuned' | 'held' | 'later';
  kind: 'message' | 'listing';
  /** The first is the reason that must be found; empty for an honest text. */
  reasons: FraudReason[];
  text: string;
}

const golden = readFileSync(new URL('fraudSigns.golden.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GoldenText);

const isRight = ({ reasons: [wanted], text }: GoldenText): boolean =>
  wanted === undefined ? fraudSigns(text).length === 0 : fraudSigns(text).includes(wanted);

describe('The golden set', () => {
  const first = golden.filter(({ half }) => half !== 'later');

  it('flags 27 of 30 frauds for the right reason, and at most one of 30 honest texts', () => {
    const [frauds, honest] = [true, false].map((isFraud) =>
      first.filter(({ reasons }) => reasons.length > 0 === isFraud),
    );
    expect([frauds?.length, honest?.length]).toEqual([30, 30]);
    expect(frauds?.filter(isRight).length).toBeGreaterThanOrEqual(27);
    expect(honest?.filter(isRight).length).toBeGreaterThanOrEqual(29);
  });

  it.each(golden)('$half, $reasons: $text', ({ reasons: [wanted], text }) => {
    const found = fraudSigns(text);
    if (wanted) expect(found).toContain(wanted);
    else expect(found).toEqual([]);
  });
});

it('finds nothing in the texts that masking keeps', () => {
  const kept = readFileSync(
    new URL('../../../platform/input/maskContacts.golden.jsonl', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { keep?: string }).keep ?? []);
  expect(kept.filter((text) => fraudSigns(text).length > 0)).toEqual([]);
});

it('hurry alone is no sign, and comes after the others', () => {
  expect(fraudSigns('It is urgent, today only, call now!')).toEqual([]);
  expect(fraudSigns('Wire it to my sister’s account right now.')).toEqual([
    'PAYMENT_OUTSIDE',
    'PRESSURE',
  ]);
});

it('finds the same whatever the case, the apostrophes and invisible characters', () => {
  const fraud = golden.filter(({ reasons }) => reasons.length > 0).map(({ text }) => text);
  fc.assert(
    fc.property(fc.constantFrom(...fraud), fc.nat(), (text, place) => {
      const at = place % text.length;
      const dressed = `${text.slice(0, at)}\u200b${text.slice(at)}`.replaceAll("'", '’');
      expect(fraudSigns(dressed.toUpperCase())).toEqual(fraudSigns(text));
    }),
  );
});

it('answers with known reasons, each once, for any text', () => {
  const pieces = golden.flatMap(({ text }) => text.split(' '));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())), (words) => {
      const found = fraudSigns(words.join(' '));
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((reason) => reason in fraudReasons)).toBe(true);
    }),
  );
});
