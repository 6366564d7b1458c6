import fc from 'fast-check';
import { expect, it } from 'vitest';
import { halfEven, quote } from './quote.ts';
import { priceTerms, stayNights } from './testing/arbitraries.ts';

it('a price names each line and adds them up', () => {
  const terms = {
    pricePerNightCents: 15_000,
    cleaningFeeCents: 8_550,
    taxBps: 1_250,
    serviceFeeBps: 800,
    currency: 'USD',
  };
  expect(quote(terms, 7)).toEqual({
    nights: 7,
    lines: [
      { kind: 'nights', cents: 105_000 },
      { kind: 'cleaning', cents: 8_550 },
      { kind: 'tax', cents: 14_194 },
      { kind: 'service_fee', cents: 9_084 },
    ],
    totalCents: 136_828,
    currency: 'USD',
  });
});

it('ties are rounded to the even cent, on either side of 0', () => {
  const rounded = [-5, -3, -1, 1, 3, 5].map((halves) => halfEven(halves, 2));
  expect(rounded).toEqual([-2, -2, 0, 0, 2, 2]);
  expect([halfEven(24_999, 10_000), halfEven(25_001, 10_000)]).toEqual([2, 3]);
});

it('no integer is nearer than the rounded one, and of two as near it is the even one', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 1_000 }), (numerator, divisor) => {
      const rounded = BigInt(halfEven(numerator, divisor));
      const d = BigInt(divisor);
      const twiceOff = 2n * (BigInt(numerator) - rounded * d);
      expect(-d <= twiceOff && twiceOff <= d).toBe(true);
      if (twiceOff === d || twiceOff === -d) expect(rounded % 2n).toBe(0n);
    }),
  );
});

it('tax and service fee are the exact share of nights and cleaning fee, to the nearest cent', () => {
  fc.assert(
    fc.property(priceTerms, stayNights, (terms, nights) => {
      const { lines, totalCents } = quote(terms, nights);
      const [rent, cleaning, tax, fee] = lines.map(({ cents }) => BigInt(cents));
      expect(rent).toBe(BigInt(terms.pricePerNightCents) * BigInt(nights));
      expect(cleaning).toBe(BigInt(terms.cleaningFeeCents));
      const base = rent! + cleaning!;
      expect(tax).toBe(nearestShare(base, terms.taxBps));
      expect(fee).toBe(nearestShare(base, terms.serviceFeeBps));
      expect(BigInt(totalCents)).toBe(base + tax! + fee!);
    }),
  );
});

/** By decimal digits: what follows the last four is above, below or exactly a half. */
function nearestShare(cents: bigint, bps: number): bigint {
  const digits = (cents * BigInt(bps)).toString().padStart(5, '0');
  const whole = BigInt(digits.slice(0, -4));
  const rest = Number(digits.slice(-4));
  if (rest === 5_000) return whole + (whole % 2n);
  return rest > 5_000 ? whole + 1n : whole;
}

it('more nights, a higher price, fee or rate never cost less', () => {
  fc.assert(
    fc.property(
      priceTerms,
      stayNights,
      fc.nat({ max: 500 }),
      fc.constantFrom('pricePerNightCents', 'cleaningFeeCents', 'taxBps', 'serviceFeeBps'),
      (terms, nights, more, term) => {
        const { totalCents } = quote(terms, nights);
        expect(quote(terms, nights + 1).totalCents).toBeGreaterThanOrEqual(totalCents);
        const dearer = { ...terms, [term]: terms[term] + more };
        expect(quote(dearer, nights).totalCents).toBeGreaterThanOrEqual(totalCents);
      },
    ),
  );
});

it('there is no price of no nights', () => {
  const terms = {
    pricePerNightCents: 1,
    cleaningFeeCents: 0,
    taxBps: 0,
    serviceFeeBps: 0,
    currency: 'USD',
  };
  for (const nights of [0, -1, 1.5, NaN]) expect(() => quote(terms, nights)).toThrow(RangeError);
});
