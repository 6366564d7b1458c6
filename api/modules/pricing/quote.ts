export interface PriceTerms {
  pricePerNightCents: number;
  cleaningFeeCents: number;
  /** Occupancy tax of the destination, 0 to 5000. */
  taxBps: number;
  /** Whether tax is kept of a cancelled stay, in proportion to what else is kept. Defaults to no. */
  keepsTax?: boolean;
  serviceFeeBps: number;
  currency: string;
}

export type QuoteLineKind = 'nights' | 'cleaning' | 'tax' | 'service_fee';

export interface QuoteLine {
  kind: QuoteLineKind;
  cents: number;
  /** Set for a tax that is kept of cancelled stays. */
  isKept?: true;
}

export interface Quote {
  nights: number;
  /** Every kind once, in display order, including lines of 0 cents. */
  lines: QuoteLine[];
  totalCents: number;
  currency: string;
}

/**
 * The price of a stay. `stay_total_cents` in prisma/sql/pricing.sql computes the same in SQL.
 * @param nights 1 or more.
 */
export function quote(terms: PriceTerms, nights: number): Quote {
  if (!Number.isSafeInteger(nights) || nights < 1) throw new RangeError(`${nights} nights`);
  const nightsCents = nights * terms.pricePerNightCents;
  const rentCents = nightsCents + terms.cleaningFeeCents;
  const lines: QuoteLine[] = [
    { kind: 'nights', cents: nightsCents },
    { kind: 'cleaning', cents: terms.cleaningFeeCents },
    taxLine(shareOf(rentCents, terms.taxBps), terms.keepsTax === true),
    { kind: 'service_fee', cents: shareOf(rentCents, terms.serviceFeeBps) },
  ];
  const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  return { nights, lines, totalCents, currency: terms.currency };
}

export const taxLine = (cents: number, isKept: boolean): QuoteLine => ({
  kind: 'tax',
  cents,
  ...(isKept && { isKept }),
});

/** A share of an amount, rounded half-even. @param bps Basis points. */
export const shareOf = (cents: number, bps: number): number =>
  halfEven(BigInt(cents) * BigInt(bps), 10_000);

/**
 * Divides and rounds to the nearest integer, ties to even, so that ties favor neither side. @param
 * denominator Greater than 0.
 */
export function halfEven(numerator: bigint | number, denominator: bigint | number): number {
  const divisor = BigInt(denominator);
  if (divisor <= 0n) throw new RangeError(`Division by ${divisor}`);
  const dividend = BigInt(numerator);
  const remainder = ((dividend % divisor) + divisor) % divisor;
  const floor = (dividend - remainder) / divisor;
  const twice = remainder * 2n;
  const isUp = twice > divisor || (twice === divisor && floor % 2n !== 0n);
  return Number(isUp ? floor + 1n : floor);
}
