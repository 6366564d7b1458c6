import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#common/days.ts';
import { smallestPayment } from '#common/stripeAmounts.ts';
import { inDepth } from '#api/testing/depth.ts';
import {
  cancellationPolicyNames,
  refundShares,
  splitOf,
} from '#api/modules/pricing/cancellation.ts';
import { depositOf } from '#api/modules/pricing/deposit.ts';
import { leastCharges } from '#api/modules/pricing/leastCharge.ts';
import { taxLine } from '#api/modules/pricing/quote.ts';
import { balanceCents } from '../moves/moves.ts';
import { keptShares, ofPaid } from './shares.ts';

const today = '2027-01-01';
const cents = fc.integer({ min: 0, max: 5_000_000 });
const percents = fc.integer({ min: 0, max: 90 });

it('a deposit is a share of the price, and a card can be charged both parts', () => {
  fc.assert(
    fc.property(
      fc.record({ amount: cents, currency: fc.constantFrom(...Object.keys(leastCharges)) }),
      percents,
      fc.integer({ min: 0, max: 400 }),
      (total, percent, days) => {
        const deposit = depositOf(percent, total, addDays(today, days), today);
        if (deposit === null) return;
        expect(days).toBeGreaterThan(90);
        const least = leastCharges[total.currency] ?? 0;
        expect(Math.min(deposit, total.amount - deposit)).toBeGreaterThanOrEqual(least);
        const unit = smallestPayment(total.currency);
        expect(deposit % unit).toBe(0);
        const furthest = unit === 1 ? 0.5 : (unit + 1) / 2;
        expect(Math.abs(deposit - (total.amount * percent) / 100)).toBeLessThanOrEqual(furthest);
      },
    ),
    { numRuns: inDepth(300, 20_000) },
  );
  expect(depositOf(25, { amount: 100_000, currency: 'USD' }, addDays(today, 91), today)).toBe(
    25_000,
  );
});

it('of a deposit no more is given back or kept than was paid, and each cent has an owner', () => {
  fc.assert(
    fc.property(
      fc.record({
        nightsCents: fc.integer({ min: 1_000, max: 5_000_000 }),
        cleaningCents: cents,
        taxCents: cents,
        serviceFeeCents: cents,
        keepsTax: fc.boolean(),
      }),
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom(...cancellationPolicyNames),
      fc.option(fc.nat(100), { nil: null }),
      fc.boolean(),
      (price, percent, cancellationPolicy, chosen, isPaid) => {
        const { nightsCents, cleaningCents, taxCents, serviceFeeCents, keepsTax } = price;
        const totalPriceCents = nightsCents + cleaningCents + taxCents + serviceFeeCents;
        const depositCents = Math.max(1, Math.floor((totalPriceCents * percent) / 100));
        const balancePaidAt = isPaid ? new Date() : null;
        const parts = { totalPriceCents, depositCents, balancePaidAt };
        const paid = totalPriceCents - balanceCents(parts);
        const lines = [
          { kind: 'nights' as const, cents: nightsCents },
          { kind: 'cleaning' as const, cents: cleaningCents },
          taxLine(taxCents, keepsTax),
          { kind: 'service_fee' as const, cents: serviceFeeCents },
        ];
        const refunds = refundShares(cancellationPolicy, lines);
        // By a step of the policy, or of any amount.
        const refund =
          chosen === null
            ? refunds[0]
            : (refunds[chosen] ?? splitOf(lines, Math.floor((totalPriceCents * chosen) / 100)));
        if (!refund) throw new Error('Each policy has a refund');
        const { refundCents, keptCents } = ofPaid(parts, refund);
        expect(refundCents + keptCents).toBe(paid);
        expect(Math.min(refundCents, keptCents)).toBeGreaterThanOrEqual(0);
        expect(keptCents).toBeLessThanOrEqual(refund.keptCents);
        const shares = keptShares({
          ...price,
          ...parts,
          id: 'a booking',
          status: 'cancelled',
          cancellationPolicy,
          refundCents,
          outsideRefundCents: 0,
        });
        const { hostCents, taxCents: keptTax, serviceFeeCents: fee } = shares;
        expect(hostCents + keptTax + fee).toBe(keptCents);
        expect(Math.min(hostCents, keptTax, fee)).toBeGreaterThanOrEqual(0);
        const isByPolicy = chosen === null || refunds[chosen] !== undefined;
        if (isByPolicy && !keepsTax) expect(keptTax).toBe(0);
      },
    ),
    { numRuns: inDepth(500, 50_000) },
  );
});
