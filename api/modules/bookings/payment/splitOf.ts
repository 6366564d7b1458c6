import type { Refund } from '#api/modules/pricing/cancellation.ts';
import type { QuoteLine } from '#api/modules/pricing/quote.ts';

/**
 * Divides a refund chosen by the team over the price lines: first over nights, cleaning and tax in
 * proportion, then from the service fee. The parts sum to the refund to the cent.
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
    // A share of the remainder, so that rounding errors cancel out. BigInt: the product may exceed
    // safe integers.
    const part =
      restLeft === 0 ? 0 : Number((BigInt(refundLeft) * BigInt(cents)) / BigInt(restLeft));
    restLeft -= cents;
    refundLeft -= part;
    return { kind, refundCents: part, keptCents: cents - part };
  });
  return { refundCents, keptCents: total - refundCents, lines: parts };
}
