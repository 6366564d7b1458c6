import fc from 'fast-check';
import type { PriceTerms } from '../quote.ts';

/** Terms with rates that often give ties. */
export const priceTerms: fc.Arbitrary<PriceTerms> = fc.record({
  pricePerNightCents: fc.oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: 1, max: 2_000 }).map((dollars) => dollars * 100),
    fc.integer({ min: 1, max: 100_000_000 }),
  ),
  cleaningFeeCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
  taxBps: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom(0, 50, 1_250, 5_000)),
  serviceFeeBps: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(0, 50, 800, 3_000)),
  keepsTax: fc.boolean(),
  currency: fc.constantFrom('USD', 'EUR'),
});

export const stayNights = fc.integer({ min: 1, max: 365 });
