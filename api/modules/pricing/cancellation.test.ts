import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#common/days.ts';
import {
  cancellationPolicyNames,
  refundAll,
  refundOf,
  refundSteps,
  type CancellationMoment,
  type CancellationPolicy,
} from './cancellation.ts';
import { quote, taxLine } from './quote.ts';
import { priceTerms, stayNights } from './testing/arbitraries.ts';
import { cancellationWords, refundTable, refundWords } from './words.ts';

const checkIn = '2027-03-04';

/** Cancelled this many days before check-in and hours after the confirmation. */
function moment(daysBefore: number, hours: number | null = 0): CancellationMoment {
  const now = new Date('2027-01-01T12:00:00Z');
  return {
    checkIn,
    today: addDays(checkIn, -daysBefore),
    now,
    confirmedAt: hours === null ? null : new Date(now.getTime() - hours * 3_600_000),
  };
}

const policy = fc.constantFrom(...cancellationPolicyNames);
const lines = fc.tuple(priceTerms, stayNights).map(([terms, nights]) => quote(terms, nights).lines);
const daysBefore = fc.integer({ min: -10, max: 100 });
const hours = fc.option(fc.integer({ min: 0, max: 100 }));

it.each<[CancellationPolicy, number, number, number]>([
  ['flexible', 1, 500, 100],
  ['flexible', 0, 0, 0],
  ['moderate', 30, 500, 100],
  ['moderate', 29, 0, 50],
  ['moderate', 14, 500, 50],
  ['moderate', 13, 0, 0],
  ['strict', 60, 500, 100],
  ['strict', 59, 0, 50],
  ['strict', 30, 500, 50],
  ['strict', 29, 0, 0],
  ['none_after_48h', 14, 48, 100],
  ['none_after_48h', 14, 48.001, 0],
  ['none_after_48h', 13, 1, 0],
])('%s, %d days before check-in and %d hours after: %d percent', (name, days, after, percent) => {
  const paid = [
    { kind: 'nights' as const, cents: 10_000 },
    { kind: 'cleaning' as const, cents: 2_000 },
    { kind: 'tax' as const, cents: 1_000 },
    { kind: 'service_fee' as const, cents: 700 },
  ];
  const fee = percent === 100 ? 700 : 0;
  expect(refundOf(name, moment(days, after), paid).refundCents).toBe(120 * percent + 1_000 + fee);
  const keeping = paid.map((line) => (line.kind === 'tax' ? taxLine(line.cents, true) : line));
  expect(refundOf(name, moment(days, after), keeping).refundCents).toBe(130 * percent + fee);
});

it('refund and kept are what was paid, in each line and in all', () => {
  fc.assert(
    fc.property(policy, lines, daysBefore, hours, (name, paid, days, after) => {
      const refund = refundOf(name, moment(days, after), paid);
      expect(refund.lines).toHaveLength(paid.length);
      for (const [index, { kind, refundCents, keptCents }] of refund.lines.entries()) {
        expect(paid[index]).toMatchObject({ kind, cents: refundCents + keptCents });
        expect(Math.min(refundCents, keptCents)).toBeGreaterThanOrEqual(0);
      }
      const total = paid.reduce((sum, { cents }) => sum + cents, 0);
      expect(refund.refundCents + refund.keptCents).toBe(total);
      expect(refund.refundCents).toBe(
        refund.lines.reduce((sum, { refundCents }) => sum + refundCents, 0),
      );
      expect(refundAll(paid)).toMatchObject({ refundCents: total, keptCents: 0 });
    }),
  );
});

it('who cancels later never gets more', () => {
  fc.assert(
    fc.property(policy, lines, daysBefore, fc.nat(60), fc.nat(90), (name, paid, days, on, hour) => {
      const early = refundOf(name, moment(days, 0), paid);
      const late = refundOf(name, moment(days - on, hour), paid);
      expect(late.refundCents).toBeLessThanOrEqual(early.refundCents);
    }),
  );
});

it('the service fee is refunded with everything else only', () => {
  fc.assert(
    fc.property(policy, lines, daysBefore, (name, paid, days) => {
      const { lines: refunded, keptCents } = refundOf(name, moment(days), paid);
      const fee = refunded.find(({ kind }) => kind === 'service_fee')!;
      if (keptCents > 0) expect(fee.refundCents).toBe(0);
    }),
  );
});

it('each promised day keeps its promise, and the day after refunds less', () => {
  fc.assert(
    fc.property(policy, fc.integer({ min: 0, max: 100 }), (name, days) => {
      const cents = 10_000;
      const refundOn = (day: string) =>
        refundOf(name, { ...moment(0), today: day }, [{ kind: 'nights', cents }]).refundCents;
      for (const { lastDay, refundPercent } of refundSteps(name, moment(days))) {
        expect(refundOn(lastDay)).toBe(refundPercent * 100);
        expect(refundOn(addDays(lastDay, 1))).toBeLessThan(refundPercent * 100);
      }
      if (refundSteps(name, moment(days)).length === 0)
        expect(refundOn(moment(days).today)).toBe(0);
    }),
  );
});

it.each<[CancellationPolicy, number, string]>([
  ['flexible', 20, 'Free cancellation until Mar 3'],
  ['flexible', 0, 'Not refundable'],
  ['flexible', 100, 'Free cancellation until Mar 3, 2027'],
  ['moderate', 31, 'Free cancellation until Feb 2'],
  ['moderate', 29, '50% refund until Feb 18'],
  ['strict', 20, 'Not refundable'],
  ['none_after_48h', 60, 'Free cancellation for 48 hours after confirmation'],
  [
    'none_after_48h',
    16,
    'Free cancellation for 48 hours after confirmation, until Feb 18 at the latest',
  ],
  ['none_after_48h', 13, 'Not refundable'],
])('%s, %d days before check-in: "%s"', (name, days, words) => {
  expect(cancellationWords(name, moment(days, null))).toBe(words);
});

it('each step says what it refunds, and that the service fee stays', () => {
  const lines = [
    { kind: 'nights', cents: 105_000 },
    { kind: 'tax', cents: 13_120 },
    { kind: 'service_fee', cents: 8_400 },
  ] as const;
  expect(refundWords('moderate', moment(31, null), lines, 'USD')).toEqual([
    'Free cancellation until Feb 2: $1,265.20 back',
    '50% refund until Feb 18: $656.20 back, without the service fee',
    'Only the occupancy tax is refunded after that: $131.20 back',
  ]);
  expect(refundWords('moderate', moment(29, null), lines.slice(0, 1), 'USD')).toEqual([
    '50% refund until Feb 18: $525 back',
  ]);
  expect(refundWords('moderate', moment(2, null), lines, 'USD')).toEqual([
    'Only the occupancy tax is refunded: $131.20 back',
  ]);
  expect(cancellationWords('moderate', moment(2, null), lines)).toBe(
    'Only the occupancy tax is refundable',
  );
  const keeping = [lines[0], taxLine(13_120, true), lines[2]];
  expect(refundWords('moderate', moment(29, null), keeping, 'USD')).toEqual([
    '50% refund until Feb 18: $590.60 back, without the service fee',
  ]);
  expect(refundWords('moderate', moment(2, null), keeping, 'USD')).toEqual([]);
});

it('the tax is refunded whole, or by the share of the nights where the destination keeps it', () => {
  fc.assert(
    fc.property(policy, priceTerms, stayNights, daysBefore, (name, terms, nights, days) => {
      const paid = quote(terms, nights).lines;
      const [rent, , tax] = refundOf(name, moment(days), paid).lines;
      if (terms.keepsTax === true && rent?.refundCents === 0) expect(tax?.refundCents).toBe(0);
      if (terms.keepsTax !== true) expect(tax?.keptCents).toBe(0);
    }),
  );
});

it('the refund table of a policy ends with nothing', () => {
  expect(refundTable('moderate')).toEqual([
    { when: 'At least 30 days before check-in', refundPercent: 100 },
    { when: 'At least 14 days before check-in', refundPercent: 50 },
    { when: 'Later', refundPercent: 0 },
  ]);
  for (const name of cancellationPolicyNames)
    expect(refundTable(name).at(-1)?.refundPercent).toBe(0);
});
