import type { Refund } from '#api/modules/pricing/cancellation.ts';
import type { QuoteLine } from '#api/modules/pricing/quote.ts';

/**
 * Divides a refund that the team chose over the price lines: from nights, cleaning and tax in
 * proportion, and only then from the service fee. The parts sum to the refund to the cent.
 * @param refundCents 0 to the sum of the lines
 */
export function splitOf(lines: readonly QuoteLine[], refundCents: number): Refund {
  const fee = lines.find(({ kind }) => kind === 'service_fee')?.cents ?? 0;
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  const fromRest = Math.min(refundCents, total - fee);
  let restLeft = total - fee;
  let refundLeft = fromRest;
  const parts = lines.map(({ kind, cents }) => {
    if (kind === 'service_fee') {
      return {
        kind,
        refundCents: refundCents - fromRest,
        keptCents: cents - (refundCents - fromRest),
      };
    }
    // Of what is left, so that rounding never adds up; BigInt since the product may be large.
    const part =
      restLeft === 0 ? 0 : Number((BigInt(refundLeft) * BigInt(cents)) / BigInt(restLeft));
    restLeft -= cents;
    refundLeft -= part;
    return { kind, refundCents: part, keptCents: cents - part };
  });
  return { refundCents, keptCents: total - refundCents, lines: parts };
}
