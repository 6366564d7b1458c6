import { addDays, nightsBetween } from '#common/days.ts';
import { shareOf, type QuoteLine, type QuoteLineKind } from './quote.ts';

interface PolicyStep {
  /** Days before check-in until which the step applies, at least 1. */
  daysBefore: number;
  /** Share of nights and cleaning fee; see `refundShare` for the rest. */
  refundPercent: number;
  /** Set if the step also ends this many hours after the booking is confirmed. */
  hoursAfterConfirmation?: number;
}

/** Refunds when the traveler cancels. Steps are in order, the most days first. */
export const cancellationPolicies = {
  flexible: [{ daysBefore: 1, refundPercent: 100 }],
  moderate: [
    { daysBefore: 30, refundPercent: 100 },
    { daysBefore: 14, refundPercent: 50 },
  ],
  strict: [
    { daysBefore: 60, refundPercent: 100 },
    { daysBefore: 30, refundPercent: 50 },
  ],
  none_after_48h: [{ daysBefore: 14, refundPercent: 100, hoursAfterConfirmation: 48 }],
} as const satisfies Record<string, readonly PolicyStep[]>;

export type CancellationPolicy = keyof typeof cancellationPolicies;

export const cancellationPolicyNames = Object.keys(cancellationPolicies) as CancellationPolicy[];

/** The time of an actual or possible cancellation. Days are the resort's. */
export interface CancellationMoment {
  checkIn: string;
  today: string;
  now: Date;
  confirmedAt: Date | null;
}

export interface RefundStep {
  refundPercent: number;
  lastDay: string;
  hoursAfterConfirmation: number | null;
}

/** Refunds still possible now and later, highest first; empty if none. */
export function refundSteps(
  policy: CancellationPolicy,
  { checkIn, today, now, confirmedAt }: CancellationMoment,
): RefundStep[] {
  const steps: readonly PolicyStep[] = cancellationPolicies[policy];
  const daysLeft = nightsBetween(today, checkIn);
  const hoursSince = confirmedAt === null ? 0 : (now.getTime() - confirmedAt.getTime()) / hourMs;
  return steps
    .filter(
      ({ daysBefore, hoursAfterConfirmation = Infinity }) =>
        daysLeft >= daysBefore && hoursSince <= hoursAfterConfirmation,
    )
    .map(({ daysBefore, refundPercent, hoursAfterConfirmation = null }) => ({
      refundPercent,
      lastDay: addDays(checkIn, -daysBefore),
      hoursAfterConfirmation,
    }));
}

const hourMs = 3_600_000;

export interface RefundLine {
  kind: QuoteLineKind;
  /** Refunded and kept amounts add up to the payment. */
  refundCents: number;
  keptCents: number;
}

export interface Refund {
  refundCents: number;
  keptCents: number;
  lines: RefundLine[];
}

/** The refund when the traveler cancels, rounded per line. */
export const refundOf = (
  policy: CancellationPolicy,
  moment: CancellationMoment,
  lines: readonly QuoteLine[],
): Refund => refundShare(refundSteps(policy, moment)[0]?.refundPercent ?? 0, lines);

export const refundShares = (policy: CancellationPolicy, lines: readonly QuoteLine[]): Refund[] =>
  [...new Set([100, ...cancellationPolicies[policy].map((step) => step.refundPercent), 0])].map(
    (percent) => refundShare(percent, lines),
  );

export const refundAll = (lines: readonly QuoteLine[]): Refund => refundShare(100, lines);

/**
 * A share of nights and cleaning fee. The tax is refunded whole, or by the same share where the
 * destination keeps it; the service fee only with 100 percent.
 */
export function refundShare(percent: number, paid: readonly QuoteLine[]): Refund {
  const lines = paid.map(({ kind, cents, isKept }) => {
    const share = shareOfLine(kind, isKept === true, percent);
    const refundCents = shareOf(cents, share * 100);
    return { kind, refundCents, keptCents: cents - refundCents };
  });
  return {
    refundCents: lines.reduce((sum, { refundCents }) => sum + refundCents, 0),
    keptCents: lines.reduce((sum, { keptCents }) => sum + keptCents, 0),
    lines,
  };
}

function shareOfLine(kind: QuoteLineKind, isKept: boolean, percent: number): number {
  if (kind === 'tax' && !isKept) {
    return 100;
  }
  return kind === 'service_fee' && percent < 100 ? 0 : percent;
}

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
